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

/** A plain payment to oneself; some networks ask for more than 21,000. */
const cancelGas = 60_000n

/**
 * Offers more for the number of a bundle that does not move: for the bundle itself while its operations pay for it and still go through,
 * else for a transaction that does nothing, so that the number becomes free and the operations go again. Nodes take what offers an
 * eighth more. All transactions share the number: one of them at most is mined, and all are watched.
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
    'A transaction does not move; more is offered for its number',
  )
  await broadcast(scope, { bundleId: bundle.id, transaction })
}

/** Whether the operations are worth a new offer; if so, whose authorizations are needed. */
async function stillWorth(
  scope: ChainScope,
  operations: readonly StoredOperation[],
  price: bigint,
): Promise<StoredOperation[] | undefined> {
  if (operations.length === 0) return undefined
  const { market } = await scope.view.now()
  const { maxFeePerGas } = priceOfBundle(operations)
  // An offer above what they pay is the executor's loss where the base fee rises: half as much again at most, to get on.
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
    // The pending state may have this very bundle in it, which would look like a number that is used up.
    { ...scope, node: scope.settledNode },
    operations.map(({ operation }) => operation),
  )
  return refusal ? undefined : needed
}
