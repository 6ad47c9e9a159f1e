import type { ChainScope } from '../ChainScope.ts'
import { findOfNonce, insertBundle } from '../store/bundleStore.ts'
import { leases } from '../store/leases.ts'
import { broadcast } from './broadcast.ts'
import { signTransaction } from './signTransaction.ts'

/** Maximum number of nonces that are filled at once. */
const atOnce = 16
const fillGas = 60_000n

/**
 * Fills nonces of the executor that no longer have a transaction, because they block all later ones. This happens after a
 * node dropped a foreign transaction, or a block was replaced. Our own mined transactions with these nonces are submitted
 * again. Other nonces get empty transactions.
 *
 * @param options.from the executor's next nonce
 * @param options.to the first pending nonce
 */
export async function fillGap(
  scope: ChainScope,
  { from, to, holder }: { from: number; to: number; holder: string },
): Promise<void> {
  const { context, chainId, executor, node, view } = scope
  // A foreign transaction with that nonce is pending: it may still be mined.
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
    context.log.warn({ chainId, nonce, hash: transaction.hash }, 'Filling a missing nonce of the executor')
    await broadcast(scope, { bundleId, transaction })
  }
}
