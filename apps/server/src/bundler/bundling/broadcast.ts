import { type BroadcastOutcome, judgeBroadcast } from '../../chains/node/judgeBroadcast.ts'
import type { ChainScope } from '../ChainScope.ts'
import { type BundleTransaction, markSent } from '../store/bundleStore.ts'

/** Submits signed and stored bytes to a node. Repeating them is harmless, because they are the same transaction. */
export async function broadcast(
  scope: Pick<ChainScope, 'context' | 'node' | 'chainId' | 'onStep'>,
  { bundleId, transaction }: { bundleId: string; transaction: Pick<BundleTransaction, 'hash' | 'raw'> },
): Promise<BroadcastOutcome> {
  const { context, node, chainId } = scope
  const { hash, raw } = transaction
  const refusal = await node.broadcast(raw)
  await scope.onStep('broadcast')
  const outcome = judgeBroadcast(refusal)
  if (outcome === 'taken') {
    await markSent(context.database, { chainId, bundleId, hash, now: context.clock.now() })
    await scope.onStep('sent')
    return outcome
  }
  context.log.warn({ chainId, bundle: bundleId, hash, refusal: refusal?.slice(0, 200) }, 'A node refused a bundle')
  return outcome
}
