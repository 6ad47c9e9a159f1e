import { type BroadcastOutcome, judgeBroadcast } from '../../chains/node/judgeBroadcast.ts'
import { markSent, type StoredTransaction } from '../store/transactionStore.ts'
import type { EvmScope } from './EvmScope.ts'

/**
 * Submits signed and stored bytes to a node.
 *
 * @throws LatchkeyError `upstream_unavailable`: a node may still have received them
 */
export async function offerNumber(
  { context: { database, clock, log }, chainId, node, onStep }: EvmScope,
  { hash, raw, nonce }: Pick<StoredTransaction, 'hash' | 'raw' | 'nonce'>,
): Promise<BroadcastOutcome> {
  const refusal = await node.broadcast(raw as `0x${string}`)
  await onStep('broadcast')
  const outcome = judgeBroadcast(refusal)
  if (outcome === 'taken') {
    await markSent(database, { chainId, hash, now: clock.now() })
    await onStep('sent')
    return outcome
  }
  log.warn({ chainId, nonce, hash, refusal: refusal?.slice(0, 200) }, 'A node refused a payout')
  return outcome
}
