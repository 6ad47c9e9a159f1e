import { LatchkeyError } from '@latchkey/protocol'
import { markSent } from '../store/transactionStore.ts'
import type { SolanaScope, Watch } from './SolanaScope.ts'

/**
 * Submits signed and stored bytes to a node. Repeating them is harmless, because they are the same transaction. If no node
 * responds, they may have arrived: the payout is checked and submitted again like all others.
 */
export async function offerPayout(
  { context: { database, clock, log }, chainId, node, onStep }: SolanaScope,
  { hash, raw, watch }: { hash: string; raw: string; watch: Watch },
): Promise<void> {
  const isFirst = !watch.offered.has(hash)
  // Set before the answer, because a lost answer does not tell whether the bytes arrived.
  watch.offered.set(hash, clock.now())
  const refusal = await node.send(raw).catch((error: unknown) => {
    if (!(error instanceof LatchkeyError)) throw error
    return error.details ?? error.message
  })
  await onStep('broadcast')
  if (refusal === undefined) {
    await markSent(database, { chainId, hash, now: clock.now() })
    await onStep('sent')
    return
  }
  // The transaction stays the only one until it has certainly expired, and is submitted again.
  if (isFirst) log.warn({ chainId, hash, refusal: refusal.slice(0, 200) }, 'A node refused a payout')
}
