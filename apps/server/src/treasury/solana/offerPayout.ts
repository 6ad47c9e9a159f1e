import { LatchkeyError } from '@latchkey/protocol'
import { markSent } from '../store/transactionStore.ts'
import type { SolanaScope, Watch } from './SolanaScope.ts'

/**
 * Hands signed bytes, which are written down already, to a node. Those that any node knows are the same transaction. Where no node answers
 * they may have arrived: they are looked for, and handed on again, like all others.
 */
export async function offerPayout(
  { context: { database, clock, log }, chainId, node, onStep }: SolanaScope,
  { hash, raw, watch }: { hash: string; raw: string; watch: Watch },
): Promise<void> {
  const isFirst = !watch.offered.has(hash)
  // Before the answer: one that is lost leaves open whether they arrived.
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
  // It stays the only one until it is certainly dead, and is handed on again.
  if (isFirst) log.warn({ chainId, hash, refusal: refusal.slice(0, 200) }, 'A node did not take a payout')
}
