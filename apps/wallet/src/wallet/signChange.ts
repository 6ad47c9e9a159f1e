import { ServiceError } from '@latchkey/protocol/errors'
import type { ControlAction } from '@latchkey/protocol/wallet'
import type { WalletContext } from './WalletContext.ts'

/**
 * The body of a change with the proof of the wallet's control key: for this very body, by this session's device.
 *
 * @throws LatchkeyError `session_ended`, `wallet_locked`
 */
export async function signChange<Body extends object>({
  context: { session, keys },
  action,
  body,
}: {
  context: Pick<WalletContext, 'session' | 'keys'>
  action: ControlAction
  body: Body
}): Promise<Body & { proof: string }> {
  const person = session.current()
  if (!person) throw new ServiceError('session_ended')
  const { userId, deviceId } = person
  return { ...body, ...(await keys.proveControl({ action, userId, deviceId, body })) }
}
