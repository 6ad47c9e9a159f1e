import { hexToNumber, numberToHex } from 'viem/utils'
import type { NodeReceipt } from '../../chains/node/createChainNode.ts'
import type { EvmScope, NumberUnderWay } from './EvmScope.ts'

type Hex = `0x${string}`
type Block = { transactions: readonly { hash: Hex; from: Hex; nonce: Hex }[] }

/** Owner of the transaction that used a nonce: us, someone else, or unknown. */
export type Taker =
  | { kind: 'ours'; receipt: NodeReceipt }
  | { kind: 'foreign'; hash: Hex }
  | { kind: 'unknown'; reason: string }

/**
 * Finds the transaction that used a nonce in its block. If nodes find none of ours, that proves nothing: they delete
 * receipts, and their index may be behind their blocks.
 *
 * @param options.head number of the newest block; the nonce is used in a final block
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function nameTaker(
  scope: EvmScope,
  { number: { account, nonce, transactions }, head }: { number: NumberUnderWay; head: number },
): Promise<Taker> {
  const unknown = (why: string): Taker => ({
    kind: 'unknown',
    reason: `Number ${nonce} of ${account} is used up, and ${why}; it is neither settled nor paid again until a node tells`,
  })
  const block = await findBlock(scope, { account, nonce, last: head - scope.reorgDepth })
  if (block === undefined) return unknown('no node says in which block')
  const found = await resultOf<Block>(scope, 'eth_getBlockByNumber', [numberToHex(block), true])
  const taker = found?.transactions.find(
    ({ from, nonce: used }) => from.toLowerCase() === account.toLowerCase() && hexToNumber(used) === nonce,
  )
  if (!taker) return unknown(`block ${block} does not show the cause`)
  if (!transactions.some(({ hash }) => hash === taker.hash)) return { kind: 'foreign', hash: taker.hash }
  const receipt =
    (await resultOf<NodeReceipt>(scope, 'eth_getTransactionReceipt', [taker.hash])) ??
    (await resultOf<NodeReceipt[]>(scope, 'eth_getBlockReceipts', [numberToHex(block)]))?.find(
      ({ transactionHash }) => transactionHash === taker.hash,
    )
  return receipt ? { kind: 'ours', receipt } : unknown(`no node has the receipt of ${taker.hash}`)
}

/** @returns the block in which an account used a nonce, up to a given block; undefined if nodes do not keep the old state */
async function findBlock(
  scope: EvmScope,
  { account, nonce, last }: { account: string; nonce: number; last: number },
): Promise<number | undefined> {
  const isUsedAt = async (block: number): Promise<boolean | undefined> => {
    const count = await resultOf<Hex>(scope, 'eth_getTransactionCount', [account, numberToHex(block)])
    return count === undefined ? undefined : hexToNumber(count) > nonce
  }
  if (last < 1 || !(await isUsedAt(last))) return undefined
  let used = last
  let unused = last - 1
  // Search backwards in growing steps: usually it was recent, and nodes with little history still have it.
  for (let step = 1; ; step *= 2) {
    const isUsed = await isUsedAt(unused)
    if (isUsed === undefined || (isUsed && unused === 0)) return undefined
    if (!isUsed) break
    used = unused
    unused = Math.max(used - step, 0)
  }
  while (used - unused > 1) {
    const middle = Math.floor((used + unused) / 2)
    const isUsed = await isUsedAt(middle)
    if (isUsed === undefined) return undefined
    if (isUsed) used = middle
    else unused = middle
  }
  return used
}

async function resultOf<Result>(
  { node }: EvmScope,
  method: string,
  params: readonly unknown[],
): Promise<Result | undefined> {
  const [outcome] = await node.together([{ method, params }])
  return outcome && 'result' in outcome ? ((outcome.result ?? undefined) as Result | undefined) : undefined
}
