import { leastPrice } from '../../chains/node/gasMarket.ts'
import { bundleGasLimit } from '../admission/requireBounds.ts'
import type { ChainScope } from '../ChainScope.ts'
import { priceOf } from '../operation/gasOf.ts'
import { findNext, type StoredOperation } from '../store/operationStore.ts'
import { bundleGas } from './bundleGas.ts'

/** Operations that are looked at for one bundle. */
const lookedAt = 500

/**
 * Chooses the operations of the next bundle: those that pay most first, then those that came first; one of each account, and none of an
 * account that is in a transaction already; as many as one transaction holds. One that offers less than half of the first one's tip waits
 * for a bundle of its own kind, because a bundle offers what its lowest operation offers. Some go alone.
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
    // Whoever goes alone spoils nobody else's bundle.
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
 * One whose bundle came to nothing before may be why, though it is fine whenever it is asked; and one with an authorization counts only
 * as long as its account sends nothing itself (EIP-7702).
 */
function goesAlone({ attempts, operation }: StoredOperation): boolean {
  return attempts > 0 || operation.eip7702Auth !== undefined
}
