import { ServiceError } from '@latchkey/protocol/errors'
import { type AccountCall, checkCalls, type UserOperation } from '@latchkey/smart-account'
import { worstCost } from '../paymaster/worstCost.ts'
import type { LiveSession } from '../sessions/SessionService.ts'

/**
 * Holds calls against a session as the chain will, so that the refusal says which rule is broken.
 *
 * @param options.operation left out: its gas is not known yet, and not looked at
 * @throws ServiceError `session_limit`, `session_expired`
 */
export function checkSessionCalls({
  session: { grant, account, at, spent },
  calls,
  operation,
}: {
  session: Pick<LiveSession, 'grant' | 'account' | 'at' | 'spent'>
  calls: readonly AccountCall[]
  operation?: UserOperation
}): void {
  const gasCost = operation && operation.paymaster === undefined ? worstCost(operation) : 0n
  const breach = checkCalls({ grant, calls, account, at, spent, gasCost })
  if (!breach) return
  const { rule, call, allowance, details } = breach
  if (rule === 'window' && allowance === undefined) throw new ServiceError('session_expired')
  const field = call !== undefined ? `calls.${call}` : allowance !== undefined ? `allowances.${allowance}` : rule
  throw new ServiceError('session_limit', {
    field,
    message: `The session does not allow this: ${details}`,
    details: rule,
  })
}
