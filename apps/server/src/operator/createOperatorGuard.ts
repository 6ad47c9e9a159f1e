import type { AccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { CookieCall, SignedIn, SiwxService } from '../siwx/Siwx.ts'
import { toOwner } from '../siwx/toOwner.ts'
import { answerInTime } from './answerInTime.ts'

/**
 * Finds the operator among the accounts signed in with the calling browser.
 *
 * @throws ServiceError `siwx_unavailable`; `siwx_session_required` without a signed-in account, `operator_required` if none is an operator;
 * `not_ready` if the database does not answer within seconds
 */
export type OperatorGuard = (call: CookieCall) => Promise<SignedIn>

/**
 * Creates the guard of the operator's endpoints. A listed account counts on every network of its family if a key proves it, and only on the
 * listed network if a contract does.
 *
 * @param options.operators accounts from the configuration
 * @param options.siwx undefined if the server has no sign-in
 */
export function createOperatorGuard({
  operators,
  siwx,
}: {
  operators: readonly AccountId[]
  siwx: Pick<SiwxService, 'readSignedIn'> | undefined
}): OperatorGuard {
  return async (call) => {
    if (!siwx) throw new ServiceError('siwx_unavailable')
    const signedIn = await answerInTime(siwx.readSignedIn(call))
    if (signedIn.length === 0) throw new ServiceError('siwx_session_required')
    const operator = signedIn.find(({ owner, proof }) =>
      operators.some((account) => toOwner({ account, proof }) === owner),
    )
    if (operator) return operator
    throw new ServiceError('operator_required')
  }
}
