import type { ChainScope } from '../ChainScope.ts'
import { findOfNonce, insertBundle } from '../store/bundleStore.ts'
import { leases } from '../store/leases.ts'
import { broadcast } from './broadcast.ts'
import { signTransaction } from './signTransaction.ts'

/** Numbers filled at one look. */
const atOnce = 16
const fillGas = 60_000n

/**
 * Numbers of the executor that no transaction has any more (a foreign one was forgotten, a block undone) hold up all later ones. What we
 * ever signed for them is sent again; the others are taken by transactions that do nothing.
 *
 * @param options.from the executor's next number
 * @param options.to the first that is under way
 */
export async function fillGap(
  scope: ChainScope,
  { from, to, holder }: { from: number; to: number; holder: string },
): Promise<void> {
  const { context, chainId, executor, node, view } = scope
  // Somebody else's transaction waits at that number: it may still be mined.
  if ((await node.transactionCount(executor.address, 'pending')) > from) return
  const { market } = await view.now()
  for (let nonce = from; nonce < Math.min(to, from + atOnce); nonce++) {
    const known = await findOfNonce(context.database, { chainId, executor: executor.address, nonce })
    if (known) {
      await broadcast(scope, { bundleId: known.bundleId, transaction: known })
      continue
    }
    const maxPriorityFeePerGas = market.tip > 0n ? market.tip : 1n
    const maxFeePerGas = market.baseFee * 2n + maxPriorityFeePerGas
    const transaction = await signTransaction(scope, {
      operations: [],
      authorizations: [],
      nonce,
      gas: fillGas,
      price: { maxFeePerGas, maxPriorityFeePerGas, isLegacy: market.isLegacy },
    })
    const bundleId = await context.database.transaction(async (tx) => {
      await leases.require(tx, { chainId, holder })
      return insertBundle(tx, { chainId, executor: executor.address, nonce, transaction, now: context.clock.now() })
    })
    context.log.warn({ chainId, nonce, hash: transaction.hash }, 'A number of the executor was missing; it is filled')
    await broadcast(scope, { bundleId, transaction })
  }
}
