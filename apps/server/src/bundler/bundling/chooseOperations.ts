import { leastPrice } from '../../chains/node/gasMarket.ts'
import { bundleGasLimit } from '../admission/requireBounds.ts'
import type { ChainScope } from '../ChainScope.ts'
import { priceOf } from '../operation/gasOf.ts'
import { findNext, type StoredOperation } from '../store/operationStore.ts'
import { bundleGas } from './bundleGas.ts'

/** Number of candidates for one bundle. */
const lookedAt = 500

/**
 * Chooses the operations of the next bundle: the highest paying first, then the oldest. It takes one per account, none of an
 * account with a pending transaction, and as many as fit into one transaction. A bundle offers the tip of its lowest
 * operation. An operation with less than half of the first one's tip therefore waits for another bundle. Some operations go
 * alone.
 */
export async function chooseOperations(
  scope: Pick<ChainScope, 'context' | 'chainId' | 'config' | 'view' | 'postponed'>,
): Promise<StoredOperation[]> {
  const { context, chainId, config, postponed, view } = scope
  const { head, market } = await view.now()
  const now = context.clock.now()
  const { baseFee } = market
  const waiting = await findNext(context.database, {
    ...{ chainId, baseFee, least: leastPrice(market), limit: lookedAt },
    except: [...postponed].flatMap(([hash, { until }]) => (until > now ? [hash] : [])),
  })
  const gasLimit = bundleGasLimit(head.gasLimit)
  const tipOf = ({ operation }: StoredOperation) => priceOf(operation, baseFee) - baseFee

  const busy = new Set<string>()
  const chosen: StoredOperation[] = []
  for (const candidate of waiting) {
    if (chosen.length >= config.maxBundle) break
    if (busy.has(candidate.sender)) continue
    const [first] = chosen
    if (first && tipOf(candidate) * 2n < tipOf(first)) break
    // An operation that goes alone cannot spoil a bundle with others.
    if (first && goesAlone(candidate)) continue
    const operations = [...chosen, candidate].map(({ operation }) => operation)
    if (first && bundleGas(operations) > gasLimit) continue
    busy.add(candidate.sender)
    chosen.push(candidate)
    if (goesAlone(candidate)) break
  }
  return chosen
}

/**
 * Whether an operation goes alone. After a failed bundle, it may be the cause, even if it passes every simulation. An
 * authorization becomes invalid if its account sends a transaction (EIP-7702).
 */
function goesAlone({ attempts, operation }: StoredOperation): boolean {
  return attempts > 0 || operation.eip7702Auth !== undefined
}
