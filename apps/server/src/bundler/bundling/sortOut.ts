import { entryPoint08 } from '@latchkey/smart-account'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import { entitiesOf } from '../admission/admitOperation.ts'
import { requireAuthorization } from '../admission/requireAuthorization.ts'
import { isStillWelcome } from '../admission/requireWelcome.ts'
import type { ChainScope } from '../ChainScope.ts'
import type { EntryPointRefusal } from '../judging/readRevert.ts'
import { simulateBundle } from '../judging/simulateBundle.ts'
import { toRefusal } from '../judging/toRefusal.ts'
import { OperationRefusal } from '../OperationRefusal.ts'
import { splitNonce } from '../operation/nonceOf.ts'
import { findOperationEvent } from '../receipts/findOperationEvent.ts'
import { isExpected, type StoredOperation, settleOperation } from '../store/operationStore.ts'
import { countReputation } from '../store/reputationStore.ts'

/** Milliseconds before the first and the last retry of a postponed operation, and the number of retries. */
const firstPause = 1_000
const lastPause = 60_000
const postponedAtMost = 12

/** Operations of a bundle that passes as a whole, and those whose authorizations are needed. */
export type SortedBundle = { operations: StoredOperation[]; needed: Set<StoredOperation> }

/**
 * Simulates the whole bundle on the EntryPoint, and removes failing operations until the rest passes. An operation that also
 * fails alone is dropped. One that passes alone waits for another bundle.
 */
export async function sortOut(scope: ChainScope, chosen: readonly StoredOperation[]): Promise<SortedBundle> {
  const needed = new Set<StoredOperation>()
  let operations: StoredOperation[] = []
  for (const stored of chosen) {
    try {
      if (!(await isStillWelcome(scope, stored.operation))) {
        await drop(scope, stored, 'The account now runs other code')
        continue
      }
      if (await requireAuthorization(scope, stored.operation)) needed.add(stored)
      operations.push(stored)
    } catch (error) {
      if (!(error instanceof OperationRefusal)) throw error
      await drop(scope, stored, error.message)
    }
  }
  while (operations.length > 0) {
    const refusal = await simulateBundle(
      scope,
      operations.map(({ operation }) => operation),
    )
    if (!refusal) break
    const spoiler = operations[refusal.index]
    if (operations.length === 1 && operations[0]) {
      await judgeSpoiler(scope, operations[0], refusal)
      operations = []
    } else if (spoiler) {
      operations = operations.filter((other) => other !== spoiler)
      const alone = await simulateBundle(scope, [spoiler.operation])
      if (alone) await judgeSpoiler(scope, spoiler, alone)
    } else {
      // The failure names no operation. Try them one by one, and submit the first that passes alone.
      const [first, ...others] = operations
      const alone = first && (await simulateBundle(scope, [first.operation]))
      if (first && alone) await judgeSpoiler(scope, first, alone)
      operations = first && !alone ? [first] : others
      if (first && !alone) break
    }
  }
  return { operations, needed }
}

/** Handles an operation that fails alone. The cause may be that another bundler has included it. */
async function judgeSpoiler(scope: ChainScope, stored: StoredOperation, refusal: EntryPointRefusal): Promise<void> {
  const { context, chainId } = scope
  if (refusal.index < 0) {
    // Not an error of the EntryPoint: the node has a problem, which may be temporary.
    context.log.warn({ chainId, hash: stored.hash, reason: refusal.reason }, 'Simulating an operation failed')
    if (!postpone(scope, stored))
      await drop(scope, stored, 'The network’s node could not simulate the operation after several attempts')
    return
  }
  if (refusal.reason.startsWith('AA25')) {
    const event = await findOperationEvent(scope, stored.hash)
    if (event) {
      await settleOperation(context.database, {
        chainId,
        hash: stored.hash,
        state: event.success ? 'included' : 'failed',
        transactionHash: event.transactionHash,
        actualGasCost: event.actualGasCost,
        now: context.clock.now(),
      })
      return
    }
    if (await isEarly(scope, stored)) {
      if ((await hasPredecessor(scope, stored)) && postpone(scope, stored)) return
      await drop(scope, stored, 'The previous operation of this account was dropped')
      return
    }
  }
  await drop(scope, stored, toRefusal(refusal).message)
}

/**
 * Postpones an operation, each time for twice as long. All delays together outlast a short outage of a node.
 *
 * @returns false after too many retries
 */
function postpone({ context, postponed }: ChainScope, { hash }: StoredOperation): boolean {
  const times = (postponed.get(hash)?.times ?? 0) + 1
  if (times > postponedAtMost) return false
  const now = context.clock.now()
  // Remove operations that were included or dropped since.
  for (const [other, { until }] of postponed) if (until < now - lastPause * 2) postponed.delete(other)
  postponed.set(hash, { until: now + Math.min(firstPause * 2 ** (times - 1), lastPause), times })
  return true
}

/**
 * Returns whether the operation with the previous nonce waits here, or was included so recently that a node may not have it.
 */
async function hasPredecessor({ context, chainId }: ChainScope, stored: StoredOperation): Promise<boolean> {
  const { key, sequence } = splitNonce(stored.nonce)
  const nonce = (key << 64n) | (sequence - 1n)
  const settledAfter = context.clock.now() - lastPause
  return isExpected(context.database, { chainId, sender: stored.sender, nonce, settledAfter })
}

/** Returns whether its nonce is above the account's next one. */
async function isEarly({ node }: ChainScope, { operation }: StoredOperation): Promise<boolean> {
  const { key, sequence } = splitNonce(operation.nonce)
  const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'getNonce', args: [operation.sender, key] })
  const outcome = await node.call({ from: entryPoint08, to: entryPoint08, data })
  if ('revert' in outcome) return false
  const next = decodeFunctionResult({ abi: entryPoint08Abi, functionName: 'getNonce', data: outcome.data })
  return splitNonce(next).sequence < sequence
}

/** Drops an operation with a reason. */
export async function drop(scope: ChainScope, stored: StoredOperation, reason: string): Promise<void> {
  const { context, chainId, metrics } = scope
  const now = context.clock.now()
  scope.postponed.delete(stored.hash)
  await settleOperation(context.database, { chainId, hash: stored.hash, state: 'dropped', reason, now })
  metrics.operations.inc({ chain: chainId, outcome: 'dropped' })
  context.log.info({ chainId, hash: stored.hash, reason }, 'Operation dropped')
  // It passed on arrival. An operation that fails later costs others their place. Source: ERC-7562.
  await countReputation(context.database, { chainId, addresses: entitiesOf(scope, stored.operation), seen: 1, now })
}
