import type { AccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { CookieCall, SignedIn, SiwxService } from '../siwx/Siwx.ts'
import { toOwner } from '../siwx/toOwner.ts'
import { answerInTime } from './answerInTime.ts'

/**
 * Finds the operator among those who are signed in in the browser that asks.
 *
 * @throws ServiceError `siwx_unavailable`; `siwx_session_required` where nobody is signed in, `operator_required` where no operator is;
 *   `not_ready` where the database does not answer within seconds
 */
export type OperatorGuard = (call: CookieCall) => Promise<SignedIn>

/**
 * Creates the guard of what is the operator's alone. A listed account is meant on every network of its family where a key proves it, and on
 * the listed network alone where a contract does.
 *
 * @param options.operators of the configuration
 * @param options.siwx undefined where nobody can sign in
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
