import type { ChainScope } from '../ChainScope.ts'
import { highestLiveNonce, insertBundle } from '../store/bundleStore.ts'
import { leases } from '../store/leases.ts'
import { bindToBundle, type StoredOperation } from '../store/operationStore.ts'
import { broadcast } from './broadcast.ts'
import { bundleGas } from './bundleGas.ts'
import { chooseOperations } from './chooseOperations.ts'
import { signTransaction } from './signTransaction.ts'
import { sortOut } from './sortOut.ts'

/**
 * Result of an attempt: a bundle was submitted; nothing is ready (`wait` has the milliseconds until it is); or the executor
 * has no funds.
 */
export type MadeBundle =
  | { kind: 'made' }
  | { kind: 'nothing'; wait: number | undefined }
  | { kind: 'unfunded'; needed: bigint }

/** Milliseconds before a retry if no operation could be bundled. */
const pause = 250

/**
 * Makes the next bundle. Chooses operations, simulates the whole bundle on the EntryPoint, and signs it. Stores the signed
 * bytes and their operations in one database transaction, and only then submits the bytes to a node.
 *
 * @throws LeaseLost if another process has taken over the network
 */
export async function makeBundle(scope: ChainScope, { holder }: { holder: string }): Promise<MadeBundle> {
  const { context, chainId, config, executor, node, view } = scope
  const { clock, database } = context
  const chosen = await chooseOperations(scope)
  if (chosen.length === 0) return { kind: 'nothing', wait: undefined }
  const oldest = Math.min(...chosen.map(({ receivedAt }) => receivedAt.getTime()))
  const wait = oldest + config.bundleInterval - clock.now()
  if (wait > 0 && chosen.length < config.maxBundle) return { kind: 'nothing', wait }

  await scope.onStep('chosen')
  const sorted = await sortOut(scope, chosen)
  // The rest waits for the chain. An immediate retry would have the same result.
  if (sorted.operations.length === 0) return { kind: 'nothing', wait: pause }
  const { market } = await view.now()
  const price = { ...priceOfBundle(sorted.operations), isLegacy: market.isLegacy }
  const balance = await node.balance(executor.address)
  const operations = affordable(sorted.operations, balance, price.maxFeePerGas)
  if (operations.length === 0) {
    return { kind: 'unfunded', needed: gasOfBundle(sorted.operations.slice(0, 1)) * price.maxFeePerGas }
  }
  const pending = await node.transactionCount(executor.address, 'pending')
  const made = await database
    .transaction(async (tx) => {
      await leases.require(tx, { chainId, holder })
      const highest = await highestLiveNonce(tx, { chainId, executor: executor.address })
      const nonce = Math.max(pending, highest === undefined ? 0 : highest + 1)
      const transaction = await signTransaction(scope, {
        operations: operations.map(({ operation }) => operation),
        authorizations: operations.flatMap((stored) =>
          sorted.needed.has(stored) && stored.operation.eip7702Auth ? [stored.operation.eip7702Auth] : [],
        ),
        nonce,
        gas: gasOfBundle(operations),
        price,
      })
      const now = clock.now()
      const bundleId = await insertBundle(tx, { chainId, executor: executor.address, nonce, transaction, now })
      const hashes = operations.map(({ hash }) => hash)
      const bound = await bindToBundle(tx, { chainId, hashes, bundleId })
      // The sender replaced one of them meanwhile: make the bundle again.
      if (bound !== operations.length) throw new OperationsMoved()
      await scope.onStep('signing')
      return { bundleId, transaction, nonce }
    })
    .catch((error: unknown) => {
      if (error instanceof OperationsMoved) return undefined
      throw error
    })
  if (!made) return { kind: 'made' }
  await scope.onStep('signed')
  const { bundleId, transaction, nonce } = made
  context.log.info(
    { chainId, bundle: bundleId, nonce, hash: transaction.hash, operations: operations.length },
    'Bundle signed',
  )
  await broadcast(scope, { bundleId, transaction })
  return { kind: 'made' }
}

class OperationsMoved extends Error {}

/** Returns the fees of the transaction. They never exceed the payment of any of its operations, for any base fee. */
export function priceOfBundle(operations: readonly StoredOperation[]): {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
} {
  const least = (field: 'maxFeePerGas' | 'maxPriorityFeePerGas') =>
    operations.map(({ operation }) => operation[field]).reduce((lowest, fee) => (fee < lowest ? fee : lowest))
  return { maxFeePerGas: least('maxFeePerGas'), maxPriorityFeePerGas: least('maxPriorityFeePerGas') }
}

/** Returns as many of the operations as the executor can pay for. */
function affordable(
  operations: readonly StoredOperation[],
  balance: bigint,
  price: bigint,
): readonly StoredOperation[] {
  let some = operations
  while (some.length > 0 && gasOfBundle(some) * price > balance) some = some.slice(0, Math.floor(some.length / 2))
  return some
}

function gasOfBundle(operations: readonly StoredOperation[]): bigint {
  return bundleGas(operations.map(({ operation }) => operation))
}
