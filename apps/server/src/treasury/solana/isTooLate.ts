import { LatchkeyError } from '@latchkey/protocol'
import type { StoredTransaction } from '../store/transactionStore.ts'
import type { SolanaScope, Watch } from './SolanaScope.ts'

/** Number of agreeing checks: one node may know the height before another knows the transaction. */
const agreeing = 3
/** Milliseconds by which the clocks of validators and of this machine may differ. */
const clockDrift = 60_000

/**
 * Returns whether a signed transaction can never be mined.
 *
 * The final height must be past its last valid height. After that, three consecutive checks must find it nowhere. Each check
 * counts only if its node has the same progress, and every block that could contain the transaction. In the end, no other
 * upstream may have it. Each call is one check.
 *
 * @throws LatchkeyError `upstream_unavailable`: the check does not count
 */
export async function isTooLate(
  { chainId, node, context: { log } }: Pick<SolanaScope, 'chainId' | 'node' | 'context'>,
  {
    transaction: { hash, raw, lastValidHeight, signedAt },
    watch,
    final,
  }: { transaction: StoredTransaction; watch: Watch; final: { slot: number; height: number } },
): Promise<boolean> {
  // Always set for our transactions. Without it, a transaction never expires.
  if (lastValidHeight === null || final.height <= lastValidHeight) return false
  const late = watch.late.get(hash)
  if (!late) {
    watch.late.set(hash, { slot: final.slot, looks: 0 })
    return false
  }
  const { status, slot, finalHeight, oldest } = await node.readOutlook(hash)
  if (status) {
    watch.late.delete(hash)
    return false
  }
  // Ignore a node that lags behind, or that has deleted the blocks in question.
  if (finalHeight <= lastValidHeight || slot < late.slot || oldest > signedAt.getTime() - clockDrift) return false
  late.looks += 1
  if (late.looks < agreeing) return false

  // All upstreams refuse expired bytes, unless one of them has the transaction and returns its signature.
  const refusal = await node.send(raw).catch((error: unknown) => {
    if (!(error instanceof LatchkeyError)) throw error
    return error.message
  })
  if (refusal === undefined) {
    log.warn({ chainId, hash }, 'A node has an expired payout, checking it again')
    watch.late.delete(hash)
    return false
  }
  return true
}
