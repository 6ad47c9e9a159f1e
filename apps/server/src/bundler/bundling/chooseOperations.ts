import { bundleGasLimit } from '../admission/requireBounds.ts'
import type { ChainScope } from '../ChainScope.ts'
import { leastPrice } from '../judging/fees.ts'
import { priceOf } from '../operation/gasOf.ts'
import { splitNonce } from '../operation/nonceOf.ts'
import { findBundledSenders, findWaiting, type StoredOperation } from '../store/operationStore.ts'
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
): Promise<{ chosen: StoredOperation[]; waiting: StoredOperation[] }> {
  const { context, chainId, config, postponed, view } = scope
  const waiting = await findWaiting(context.database, { chainId, limit: lookedAt })
  if (waiting.length === 0) return { chosen: [], waiting }
  const { head, market } = await view.now()
  const busy = await findBundledSenders(context.database, { chainId })
  const least = leastPrice(market)
  const gasLimit = bundleGasLimit(head.gasLimit)
  const tipOf = ({ operation }: StoredOperation) => priceOf(operation, market.baseFee) - market.baseFee

  const now = context.clock.now()
  for (const hash of postponed.keys()) if (!waiting.some((stored) => stored.hash === hash)) postponed.delete(hash)

  const chosen: StoredOperation[] = []
  const sorted = waiting
    .filter(({ operation }) => priceOf(operation, market.baseFee) >= least)
    .filter(({ hash }) => (postponed.get(hash)?.until ?? 0) <= now)
    .sort((one, other) => compare(tipOf(other), tipOf(one)) || one.sequence - other.sequence)
  for (const candidate of sorted) {
    if (chosen.length >= config.maxBundle) break
    if (busy.has(candidate.sender)) continue
    const [first] = chosen
    if (first && tipOf(candidate) * 2n < tipOf(first)) break
    const next = firstOfKey(candidate, waiting)
    // The one before it does not pay enough now: both wait.
    if (!sorted.includes(next)) continue
    const operations = [...chosen, next].map(({ operation }) => operation)
    if (chosen.length > 0 && bundleGas(operations) > gasLimit) continue
    // Whoever goes alone spoils nobody else's bundle.
    if (goesAlone(next) && chosen.length > 0) continue
    busy.add(next.sender)
    chosen.push(next)
    if (goesAlone(next)) break
  }
  return { chosen, waiting }
}

/**
 * One whose bundle came to nothing before may be why, though it is fine whenever it is asked; and one with an authorization counts only
 * as long as its account sends nothing itself (EIP-7702).
 */
function goesAlone({ attempts, operation }: StoredOperation): boolean {
  return attempts > 0 || operation.eip7702Auth !== undefined
}

/** Of the operations of one account and key, the one whose turn it is. */
function firstOfKey(candidate: StoredOperation, waiting: readonly StoredOperation[]): StoredOperation {
  const { key } = splitNonce(candidate.nonce)
  return waiting
    .filter(({ sender, nonce }) => sender === candidate.sender && splitNonce(nonce).key === key)
    .reduce((first, other) => (other.nonce < first.nonce ? other : first), candidate)
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}
