import { ServiceError } from '@latchkey/protocol/errors'
import { type AccountCall, checkCalls, lastSecondOf, type UserOperation } from '@latchkey/smart-account'
import { worstCost } from '../paymaster/worstCost.ts'
import type { LivePermission } from '../permissions/PermissionService.ts'

/** Seconds between this check and the bundler's. */
const margin = 2

/**
 * Checks calls against a permission by the chain's rules, so that the refusal names the broken rule.
 *
 * @param options.operation undefined as long as its gas is unknown; the gas is then not checked
 * @throws ServiceError `session_limit`, `session_expired`, `session_period_ending`
 */
export function checkSessionCalls({
  session: { grant, account, at, spent, leastValidity },
  calls,
  operation,
}: {
  session: Pick<LivePermission, 'grant' | 'account' | 'at' | 'spent' | 'leastValidity'>
  calls: readonly AccountCall[]
  operation?: UserOperation
}): void {
  const gasCost = operation && operation.paymaster === undefined ? worstCost(operation) : 0n
  const breach = checkCalls({ grant, calls, account, at, spent, gasCost })
  if (!breach) {
    requireTime({ grant, at, leastValidity, end: lastSecondOf({ grant, calls, at, paysGas: gasCost > 0n }) })
    return
  }
  const { rule, call, allowance, details } = breach
  if (rule === 'window' && allowance === undefined) throw new ServiceError('session_expired')
  const field = call !== undefined ? `calls.${call}` : allowance !== undefined ? `allowances.${allowance}` : rule
  throw new ServiceError('session_limit', {
    field,
    message: `This permission does not allow this: ${details}`,
    details: rule,
  })
}

/** @throws ServiceError unless the bundler would still accept an operation that is valid until `end` */
function requireTime({
  grant: { validUntil },
  at,
  end,
  leastValidity,
}: Pick<LivePermission, 'grant' | 'at' | 'leastValidity'> & { end: number }): void {
  if (end >= at + leastValidity + margin) return
  if (end < validUntil) throw new ServiceError('session_period_ending', { retryAfter: end + 1 - at })
  throw new ServiceError('session_expired', { message: 'This permission ends too soon for another operation' })
}
