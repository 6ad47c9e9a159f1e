import type { Settlement } from '../Bundler.ts'
import type { ChainScope } from '../ChainScope.ts'
import { findUnannounced, markAnnounced } from '../store/operationStore.ts'

/** Passes the results of operations to all listeners. A result counts as announced after all listeners have resolved. */
export async function announceEnds(
  scope: Pick<ChainScope, 'context' | 'chainId' | 'onStep'>,
  listeners: ReadonlySet<(settlement: Settlement) => Promise<void> | void>,
): Promise<void> {
  const { context, chainId } = scope
  const told: `0x${string}`[] = []
  for (const stored of await findUnannounced(context.database, { chainId })) {
    const { hash, sender, projectId, state, transactionHash, actualGasCost, operation } = stored
    if (state === 'received' || state === 'bundled') continue
    const settlement: Settlement = {
      hash,
      chainId,
      sender,
      projectId,
      paymaster: operation.paymaster ?? null,
      outcome: state,
      transactionHash,
      actualGasCost: actualGasCost ?? 0n,
    }
    try {
      for (const listener of listeners) await listener(settlement)
    } catch (error) {
      context.log.warn({ chainId, hash, err: error }, 'Announcing an operation’s result failed, retrying')
      continue
    }
    told.push(hash)
  }
  if (told.length === 0) return
  await scope.onStep('announced')
  await markAnnounced(context.database, { chainId, hashes: told, now: context.clock.now() })
}
