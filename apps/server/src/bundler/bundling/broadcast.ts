import type { ChainScope } from '../ChainScope.ts'
import { type BundleTransaction, markSent } from '../store/bundleStore.ts'

/** What a node said of signed bytes: it has them, their number is used up, the executor cannot pay them, or something else. */
export type BroadcastOutcome = 'taken' | 'number-used' | 'unfunded' | 'refused'

/** Hands signed bytes, which are written down already, to a node. Bytes that it has are the same transaction. */
export async function broadcast(
  scope: Pick<ChainScope, 'context' | 'node' | 'chainId' | 'onStep'>,
  { bundleId, transaction }: { bundleId: string; transaction: Pick<BundleTransaction, 'hash' | 'raw'> },
): Promise<BroadcastOutcome> {
  const { context, node, chainId } = scope
  const { hash, raw } = transaction
  const refusal = await node.broadcast(raw)
  await scope.onStep('broadcast')
  if (refusal === undefined || /already (known|imported|exists)|known transaction/i.test(refusal)) {
    await markSent(context.database, { chainId, bundleId, hash, now: context.clock.now() })
    await scope.onStep('sent')
    return 'taken'
  }
  context.log.warn({ chainId, bundle: bundleId, hash, refusal: refusal.slice(0, 200) }, 'A node did not take a bundle')
  if (/nonce.*too low|replacement.*underpriced/i.test(refusal)) return 'number-used'
  return /insufficient funds|not enough funds/i.test(refusal) ? 'unfunded' : 'refused'
}
