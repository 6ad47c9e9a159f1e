import { ServiceError } from '@latchkey/protocol/errors'
import type { ControlAction } from '@latchkey/protocol/wallet'
import type { WalletContext } from './WalletContext.ts'

/**
 * Adds the control key's proof to the body of a change: for exactly this body, by this login's device.
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
