import { findUnderWay, type StoredPayout } from '../store/payoutStore.ts'
import { findFillers, type StoredTransaction } from '../store/transactionStore.ts'
import { type EvmScope, forgetNumber, keepOnly, type NumberUnderWay, type Watch } from './EvmScope.ts'
import { fillGaps } from './fillGaps.ts'
import { nameTaker } from './nameTaker.ts'
import { offerNumber } from './offerNumber.ts'
import { readNumbers, type SeenNumber } from './readNumbers.ts'
import { repriceNumber } from './repriceNumber.ts'
import { beginAnew, settleNumber, undo } from './settleNumber.ts'

/** Number of agreeing checks before the search for a foreign transaction. */
const agreeing = 3
/** Number of consecutive refusals after which the transaction is replaced immediately. */
const refusalsAtMost = 5
/** Milliseconds between requests whether nodes still have a transaction. */
const askInterval = 2_000

/**
 * Checks everything that may still change.
 *
 * @returns payouts that may be submitted and are not known to be mined; those that were mined without a payment, in non-final
 *   blocks; and the number of mined, non-final ones
 */
export async function watchNumbers(
  scope: EvmScope,
  { watch }: { watch: Watch },
): Promise<{ sending: NumberUnderWay[]; undone: NumberUnderWay[]; settling: number }> {
  const all = await findNumbers(scope)
  const own = scope.signer.address
  keepOnly(watch, new Set(all.map(({ key }) => key)))
  const sending: NumberUnderWay[] = []
  const undone: NumberUnderWay[] = []
  let settling = 0
  // Includes previous accounts of the treasury: their transactions can be checked and submitted again, but not replaced.
  for (const account of new Set(all.map((number) => number.account))) {
    const numbers = all.filter((number) => number.account === account)
    let next: number | undefined
    for (const [number, seen] of await readNumbers(scope, { account, numbers })) {
      const left = await lookAt(scope, { number, seen, watch, isOwn: account === own })
      if (left?.state === 'sending') (seen.receipt ? undone : sending).push({ ...number, payout: left })
      if (left?.state === 'mined') settling++
      next = Math.max(next ?? 0, seen.next)
    }
    if (account === own && next !== undefined) await fillGaps(scope, { next, numbers })
  }
  return { sending, undone, settling: settling + undone.length }
}

async function findNumbers({ context: { database }, chainId }: EvmScope): Promise<NumberUnderWay[]> {
  const numbers: NumberUnderWay[] = []
  const add = (payout: StoredPayout | undefined, transactions: readonly StoredTransaction[]) => {
    for (const transaction of transactions) {
      const { account, nonce, state } = transaction
      if (nonce === null || state !== 'live') continue
      const key = `${account} ${nonce} ${payout?.id ?? ''}`
      const known = numbers.findIndex((number) => number.key === key)
      const before = numbers[known]
      if (before) numbers[known] = { ...before, transactions: [...before.transactions, transaction] }
      else numbers.push({ key, account, nonce, payout, transactions: [transaction] })
    }
  }
  for (const { transactions, ...payout } of await findUnderWay(database, { chainId })) add(payout, transactions)
  add(undefined, await findFillers(database, { chainId }))
  return numbers.sort((one, other) => one.nonce - other.nonce)
}

/** @returns the updated payout; undefined if none of its transactions is pending */
async function lookAt(
  scope: EvmScope,
  { number, seen, watch, isOwn }: { number: NumberUnderWay; seen: SeenNumber; watch: Watch; isOwn: boolean },
): Promise<StoredPayout | undefined> {
  const { key, nonce } = number
  const { receipt, head } = seen
  if (receipt) {
    forgetNumber(watch, number)
    const isFinal = head - Number(receipt.blockNumber) >= scope.reorgDepth
    return settleNumber(scope, { number, receipt, isFinal })
  }
  let { payout } = number
  if (payout?.state === 'mined') {
    const missed = (watch.missed.get(key) ?? 0) + 1
    watch.missed.set(key, missed)
    // A lagging node does not have the block yet, unless the chain became shorter.
    if (head < (payout.blockNumber ?? 0) && missed < agreeing) return payout
    payout = await undo(scope, payout)
    watch.asked.delete(key)
  }
  if (seen.next <= nonce) {
    watch.gone.delete(key)
    watch.usedAt.delete(key)
    await keepAlive(scope, { number: { ...number, payout }, next: seen.next, watch, isOwn })
    return payout
  }
  if (!isUsedForGood(scope, { number, seen, watch })) {
    watch.gone.delete(key)
    return payout
  }
  const looks = (watch.gone.get(key) ?? 0) + 1
  watch.gone.set(key, looks)
  if (looks < agreeing) return payout
  watch.gone.delete(key)
  const taker = await nameTaker(scope, { number, head })
  if (taker.kind === 'unknown') {
    if (!watch.problems.has(key))
      scope.context.log.error({ chainId: scope.chainId, reason: taker.reason }, 'Payout is stuck')
    watch.problems.set(key, taker.reason)
    return payout
  }
  forgetNumber(watch, number)
  const now = { ...number, payout }
  if (taker.kind === 'ours') return settleNumber(scope, { number: now, receipt: taker.receipt, isFinal: true })
  await beginAnew(scope, { number: now, taker: taker.hash })
  return undefined
}

/** Returns whether a nonce was used in a final block by none of our transactions. */
function isUsedForGood(
  { reorgDepth }: EvmScope,
  {
    number: { key, nonce },
    seen: { head, nextForGood },
    watch,
  }: { number: NumberUnderWay; seen: SeenNumber; watch: Watch },
): boolean {
  if (nextForGood !== undefined) return nextForGood > nonce
  const since = watch.usedAt.get(key) ?? head
  watch.usedAt.set(key, since)
  return head - since >= reorgDepth
}

/** Submits dropped transactions again, and replaces stuck ones with a higher fee. */
async function keepAlive(
  scope: EvmScope,
  { number, next, watch, isOwn }: { number: NumberUnderWay; next: number; watch: Watch; isOwn: boolean },
): Promise<void> {
  const { context, node, timing } = scope
  const { key, account, nonce, transactions } = number
  const newest = transactions.at(-1)
  if (!newest) return
  const now = context.clock.now()
  const askedAt = watch.asked.get(key)
  if (askedAt === undefined || now - askedAt >= askInterval) {
    watch.asked.set(key, now)
    if (newest.sentAt === null || !(await node.isKnown(newest.hash as `0x${string}`))) {
      const outcome = await offerNumber(scope, newest)
      if (outcome === 'unfunded') {
        watch.problems.set(key, `The treasury lacks the network’s coin: number ${nonce} of ${account} is stuck`)
        return
      }
      watch.problems.delete(key)
      const refusals = outcome === 'refused' ? (watch.refused.get(key) ?? 0) + 1 : 0
      watch.refused.set(key, refusals)
      if (refusals >= refusalsAtMost && isOwn) {
        watch.refused.delete(key)
        await repriceNumber(scope, { number, watch })
        return
      }
    }
  }
  // Later nonces wait for the next one, regardless of their fee.
  if (nonce !== next) return
  if (now - (newest.sentAt ?? newest.signedAt).getTime() < timing.stuckAfter) return
  if (!isOwn) {
    watch.problems.set(key, `Number ${nonce} of ${account}, whose key is not the treasury’s any more, does not move`)
    return
  }
  await repriceNumber(scope, { number, watch })
}
