import { LatchkeyError } from '@latchkey/protocol'
import type { StoredTransaction } from '../store/transactionStore.ts'
import type { SolanaScope, Watch } from './SolanaScope.ts'

/** Looks that must agree: one node may know the height before another knows the transaction. */
const agreeing = 3
/** Milliseconds by which the clocks of validators and of this machine may differ. */
const clockDrift = 60_000

/**
 * Whether a signed transaction that no node knew a moment ago can never be mined: the final part of the chain is past its last height, and
 * after that was seen three looks in a row, each at a node that is as far itself and has every block in which it could be, found it
 * nowhere; and in the end no other upstream knows it. Each call is one look.
 *
 * @throws LatchkeyError `upstream_unavailable`: that look says nothing
 */
export async function isTooLate(
  { chainId, node, context: { log } }: Pick<SolanaScope, 'chainId' | 'node' | 'context'>,
  {
    transaction: { hash, raw, lastValidHeight, signedAt },
    watch,
    final,
  }: { transaction: StoredTransaction; watch: Watch; final: { slot: number; height: number } },
): Promise<boolean> {
  // Written with each of ours; without it, it never is too late.
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
  // A node that lags behind, or has forgotten, knows of nothing.
  if (finalHeight <= lastValidHeight || slot < late.slot || oldest > signedAt.getTime() - clockDrift) return false
  late.looks += 1
  if (late.looks < agreeing) return false

  // Bytes that are too late are refused, unless any of the upstreams knows them: then its name is the answer.
  const refusal = await node.send(raw).catch((error: unknown) => {
    if (!(error instanceof LatchkeyError)) throw error
    return error.message
  })
  if (refusal === undefined) {
    log.warn({ chainId, hash }, 'A payout that is past its last block is known to a node; it is looked for again')
    watch.late.delete(hash)
    return false
  }
  return true
}
