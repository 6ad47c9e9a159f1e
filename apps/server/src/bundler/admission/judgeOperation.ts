import type { UserOperation } from '@latchkey/smart-account'
import { bundleGas, maxTransactionGas } from '../bundling/bundleGas.ts'
import type { ChainScope } from '../ChainScope.ts'
import { probeOperation, readValidity } from '../judging/probeOperation.ts'
import { readContractError } from '../judging/readRevert.ts'
import { simulateBundle } from '../judging/simulateBundle.ts'
import { toExecutionRefusal, toRefusal } from '../judging/toRefusal.ts'
import { OperationRefusal } from '../OperationRefusal.ts'

/**
 * Simulates an operation on the chain. The EntryPoint itself decides about its validity. The probe finds its expiry, and
 * whether its call succeeds.
 *
 * @param options.before waiting operations of the same account and key that come first
 * @returns the expiry in Unix seconds; 0 if there is none or it is unknown
 * @throws OperationRefusal
 */
export async function judgeOperation(
  scope: Pick<ChainScope, 'config' | 'node' | 'number' | 'executor' | 'view'>,
  { operation, before, time }: { operation: UserOperation; before: readonly UserOperation[]; time: number },
): Promise<number> {
  const { leastValidity } = scope.config
  const [refusal, report] = await Promise.all([
    simulateBundle(scope, [...before, operation]),
    // After other operations, it would run on a state that does not exist yet.
    before.length > 0 ? undefined : probeOperation(scope, { operation, gas: probeGas(operation) }),
  ])
  if (refusal && refusal.index >= 0 && refusal.index < before.length) {
    throw new OperationRefusal(
      'rejectedByAccount',
      `A previous operation of this account would fail now (${refusal.reason})`,
      { reason: refusal.reason, retryAfter: 5 },
    )
  }
  if (refusal) throw toRefusal(refusal)
  if (!report) return 0
  const { after, until } = readValidity(report)
  if (after > time + leastValidity) throw toRefusal({ reason: 'AA22 not due' })
  if (until !== 0 && until < time + leastValidity) {
    throw new OperationRefusal('outsideTimeRange', `The operation is valid for less than ${leastValidity} seconds`, {
      reason: 'AA22 expired or not due',
    })
  }
  if (report.call.made && !report.call.done) throw toExecutionRefusal(readContractError(report.call.data))
  return until
}

function probeGas(operation: UserOperation): bigint {
  const gas = bundleGas([operation]) + 1_000_000n
  return gas < maxTransactionGas ? gas : maxTransactionGas
}
