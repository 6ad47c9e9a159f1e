import type { NodeReceipt } from '../../chains/node/createChainNode.ts'
import { movePayout, type StoredPayout, toStatus } from '../store/payoutStore.ts'
import { endFiller, endTransactions } from '../store/transactionStore.ts'
import type { EvmScope, NumberUnderWay } from './EvmScope.ts'
import { hasPaid } from './hasPaid.ts'

/**
 * Stores the result of a nonce that one of its transactions used.
 *
 * @param options.isFinal whether its block is final
 * @returns the updated payout; undefined if there is none, or if it is settled permanently
 */
export async function settleNumber(
  scope: EvmScope,
  { number, receipt, isFinal }: { number: NumberUnderWay; receipt: NodeReceipt; isFinal: boolean },
): Promise<StoredPayout | undefined> {
  const { payout } = number
  if (!payout) {
    if (isFinal) await endFillers(scope, { number, mined: receipt.transactionHash })
    return undefined
  }
  const succeeded = hasPaid({ payout, account: number.account, receipt })
  if (isFinal) {
    await end(scope, { payout, receipt, succeeded })
    return undefined
  }
  // A reverted transaction, or one that moved nothing, may still succeed in another block, until its block is final.
  if (!succeeded) return payout.state === 'mined' ? undo(scope, payout) : payout
  if (payout.state === 'mined' && payout.blockHash === receipt.blockHash) return payout
  await scope.onStep('mined')
  const { context, chainId, write, announce } = scope
  const moved = await write((tx) =>
    movePayout(tx, {
      ...{ id: payout.id, from: ['sending', 'mined'], state: 'mined', hash: receipt.transactionHash },
      ...{ blockNumber: Number(receipt.blockNumber), blockHash: receipt.blockHash },
      settledAt: new Date(context.clock.now()),
    }),
  )
  if (!moved) return undefined
  context.log.info({ chainId, hash: receipt.transactionHash, block: moved.blockNumber }, 'Payout mined')
  announce(toStatus(moved))
  await scope.onStep('settled')
  return moved
}

/** Returns a payout to `sending` because its block was replaced. The same bytes are submitted again. */
export async function undo(scope: EvmScope, payout: StoredPayout): Promise<StoredPayout | undefined> {
  const { context, chainId, write, announce, metrics } = scope
  const none = { hash: null, blockNumber: null, blockHash: null, settledAt: null }
  const moved = await write((tx) => movePayout(tx, { id: payout.id, from: ['mined'], state: 'sending', ...none }))
  if (!moved) return undefined
  context.log.warn(
    { chainId, hash: payout.hash, block: payout.blockNumber },
    'Block of a payout was replaced, submitting it again',
  )
  metrics.payouts.inc({ chain: chainId, outcome: 'undone' })
  announce(toStatus(moved))
  return moved
}

/**
 * Starts a payout again. A foreign transaction used its nonce in a final block, so none of the signed transactions can be
 * mined.
 *
 * @param options.taker hash of the foreign transaction
 */
export async function beginAnew(
  scope: EvmScope,
  { number, taker }: { number: NumberUnderWay; taker: string },
): Promise<void> {
  const { context, chainId, write, announce, metrics } = scope
  const { payout, nonce, account } = number
  const facts = { chainId, account, nonce, taker }
  if (!payout) {
    await endFillers(scope, { number, mined: undefined })
    return
  }
  const { id, attempts } = payout
  const moved = await write(async (tx) => {
    const waiting = await movePayout(tx, { id, from: ['sending'], state: 'waiting', attempts: attempts + 1 })
    if (waiting) await endTransactions(tx, { chainId, payoutId: id, mined: undefined })
    return waiting
  })
  if (!moved) return
  context.log.error(facts, 'A foreign transaction used the nonce of a payout, starting the payout again')
  metrics.payouts.inc({ chain: chainId, outcome: 'replaced' })
  announce(toStatus(moved))
}

async function end(
  scope: EvmScope,
  { payout, receipt, succeeded }: { payout: StoredPayout; receipt: NodeReceipt; succeeded: boolean },
): Promise<void> {
  const { context, chainId, write, announce, metrics } = scope
  const { id, asset } = payout
  const hash = receipt.transactionHash
  const reason =
    BigInt(receipt.status) === 1n
      ? `The token did not move by its transaction: ${hash}`
      : `Its transaction failed on the network: ${hash}`
  // A restarted process may see the transaction for the first time.
  if (payout.state !== 'mined') await scope.onStep('mined')
  const moved = await write(async (tx) => {
    const ended = await movePayout(tx, {
      ...{ id, from: ['sending', 'mined'], state: succeeded ? 'final' : 'failed' },
      ...(succeeded ? { hash } : { hash: null, reason }),
      ...{ blockNumber: Number(receipt.blockNumber), blockHash: receipt.blockHash },
      settledAt: new Date(context.clock.now()),
    })
    if (ended) await endTransactions(tx, { chainId, payoutId: id, mined: hash })
    return ended
  })
  if (!moved) return
  if (succeeded) context.log.info({ chainId, hash }, 'Payout is final')
  else context.log.error({ chainId, asset, hash }, 'Payout failed on the chain, nothing was paid')
  metrics.payouts.inc({ chain: chainId, outcome: succeeded ? 'final' : 'failed' })
  announce(toStatus(moved))
  await scope.onStep('final')
}

async function endFillers(
  { chainId, write }: EvmScope,
  { number, mined }: { number: NumberUnderWay; mined: string | undefined },
): Promise<void> {
  await write(async (tx) => {
    for (const { hash } of number.transactions) {
      await endFiller(tx, { chainId, hash, state: hash === mined ? 'mined' : 'dead' })
    }
  })
}
