import { leastPrice, offerMore } from '../../chains/node/gasMarket.ts'
import { requireAuthorization } from '../admission/requireAuthorization.ts'
import type { ChainScope } from '../ChainScope.ts'
import { simulateBundle } from '../judging/simulateBundle.ts'
import { OperationRefusal } from '../OperationRefusal.ts'
import { type Bundle, insertTransaction } from '../store/bundleStore.ts'
import { leases } from '../store/leases.ts'
import { findOfBundle, type StoredOperation } from '../store/operationStore.ts'
import { broadcast } from './broadcast.ts'
import { bundleGas } from './bundleGas.ts'
import { priceOfBundle } from './makeBundle.ts'
import { signTransaction } from './signTransaction.ts'

/** Gas limit of an empty transaction to the executor itself. Some networks need more than 21,000. */
const cancelGas = 60_000n

/**
 * Replaces the transaction of a stuck bundle. The bundle itself is submitted again if its operations pay the higher fee and
 * still pass. Otherwise, an empty transaction frees the nonce, and the operations wait again. Nodes require a fee that is one
 * eighth higher. At most one transaction of a nonce is mined; all are checked.
 */
export async function repriceBundle(
  scope: ChainScope,
  { bundle, holder, cancel }: { bundle: Bundle; holder: string; cancel: boolean },
): Promise<void> {
  const { context, chainId, metrics, view } = scope
  const newest = bundle.transactions.at(-1)
  if (!newest) return
  const { market } = await view.now()
  const price = { ...offerMore(newest, market), isLegacy: market.isLegacy }
  const operations = (await findOfBundle(context.database, { bundleId: bundle.id })).filter(
    ({ state }) => state === 'bundled',
  )
  const needed =
    newest.kind === 'cancel' || cancel ? undefined : await stillWorth(scope, operations, price.maxFeePerGas)
  const transaction = await signTransaction(scope, {
    operations: needed ? operations.map(({ operation }) => operation) : [],
    authorizations: (needed ?? []).flatMap(({ operation }) => operation.eip7702Auth ?? []),
    nonce: bundle.nonce,
    gas: needed ? bundleGas(operations.map(({ operation }) => operation)) : cancelGas,
    price,
  })
  await context.database.transaction(async (tx) => {
    await leases.require(tx, { chainId, holder })
    await insertTransaction(tx, { chainId, bundleId: bundle.id, transaction, now: context.clock.now() })
  })
  await scope.onStep('bumped')
  metrics.bundles.inc({ chain: chainId, outcome: 'bumped' })
  context.log.warn(
    { chainId, bundle: bundle.id, nonce: bundle.nonce, hash: transaction.hash, kind: transaction.kind },
    'Transaction is stuck, replacing it with a higher fee',
  )
  await broadcast(scope, { bundleId: bundle.id, transaction })
}

/** Returns the operations whose authorizations are needed; undefined if a replacement is not worth its cost. */
async function stillWorth(
  scope: ChainScope,
  operations: readonly StoredOperation[],
  price: bigint,
): Promise<StoredOperation[] | undefined> {
  if (operations.length === 0) return undefined
  const { market } = await scope.view.now()
  const { maxFeePerGas } = priceOfBundle(operations)
  // A fee above the payment of the operations is a loss for the executor if the base fee rises. Allow at most half as much
  // again.
  if (maxFeePerGas < leastPrice(market) || price * 2n > maxFeePerGas * 3n) return undefined
  const needed: StoredOperation[] = []
  for (const stored of operations) {
    try {
      if (await requireAuthorization(scope, stored.operation)) needed.push(stored)
    } catch (error) {
      if (error instanceof OperationRefusal) return undefined
      throw error
    }
  }
  const refusal = await simulateBundle(
    // The pending state may contain this bundle, which would look like a used nonce.
    { ...scope, node: scope.settledNode },
    operations.map(({ operation }) => operation),
  )
  return refusal ? undefined : needed
}
