import { formatUnits } from '@latchkey/protocol'
import { toAddressWord } from '../chains/eip155/abiWords.ts'
import { decodeUint256 } from '../chains/eip155/erc20.ts'
import { readQuantity } from '../http/readQuantity.ts'
import type { SwapWork } from './buildSwap.ts'
import { readSwapToken } from './checkSwapForm.ts'
import type { SwapPreview } from './SwapFeature.ts'

type Log = { address: string; topics: readonly string[]; data: string }
type Receipt = {
  logs: readonly Log[]
  blockNumber: string
  gasUsed: string
  effectiveGasPrice: string
  from: string
  to: string | null
}

// Topics of ERC-20's Transfer and of the wrapped coin's Deposit and Withdrawal; the tests compare them with viem's.
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const depositTopic = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawalTopic = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/**
 * Returns the received amount of a swap according to its block. For tokens, it adds up the transfers to the account, or the wrapped amount.
 * For the native token, it takes the amount that the router unwrapped, or the change of the account's balance in that block.
 *
 * @returns decimal text; undefined if the receipt does not contain it
 */
export async function readReceived({
  work: { gateway, subject },
  preview,
  hash,
}: {
  work: SwapWork
  preview: SwapPreview
  hash: string
}): Promise<string | undefined> {
  const to = readSwapToken({ token: preview.to, network: subject.network })
  const receipt = (await gateway.request('eth_getTransactionReceipt', [hash])) as Receipt | null
  if (!to || !receipt) return undefined
  const account = `0x${toAddressWord(preview.account)}`
  const target = preview.call?.to.toLowerCase()
  const owner = preview.account.toLowerCase()
  // A transaction of the account goes to the contract of the swap, or to the account itself for a batch. A wallet may have reported another
  // transaction; its receipt does not concern this swap.
  const isOwn = receipt.from.toLowerCase() === owner
  if (isOwn && target !== undefined && ![target, owner].includes(receipt.to?.toLowerCase() ?? '')) return undefined
  const sum = (topic: string, matches: (log: Log) => boolean) => {
    const found = receipt.logs.filter((log) => log.topics[0] === topic && matches(log))
    return found.length === 0 ? undefined : found.reduce((all, { data }) => all + decodeUint256(data), 0n)
  }
  const isToken = ({ address }: Log) => address.toLowerCase() === to.address
  const got = to.address
    ? (sum(transferTopic, (log) => isToken(log) && log.topics[2] === account) ??
      sum(depositTopic, (log) => isToken(log) && log.topics[1] === account))
    : (sum(
        withdrawalTopic,
        // By the router, or by the account itself if the call only unwraps.
        ({ topics, address }) =>
          (target !== undefined && topics[1] === `0x${toAddressWord(target)}`) ||
          (topics[1] === account && address.toLowerCase() === target),
      ) ?? (await readGain()))
  return got === undefined ? undefined : formatUnits(got, preview.to.decimals)

  /** Returns the gain of the account in the block; undefined if the block contains another of its transactions. */
  async function readGain(): Promise<bigint | undefined> {
    const block = readQuantity(receipt?.blockNumber)
    const earlier = `0x${(block - 1n).toString(16)}`
    const at = (method: string, number: string) => gateway.request(method, [preview.account, number]).then(readQuantity)
    const number = receipt?.blockNumber ?? ''
    const [before, after, nonceBefore, nonceAfter] = await Promise.all([
      ...[at('eth_getBalance', earlier), at('eth_getBalance', number)],
      ...[at('eth_getTransactionCount', earlier), at('eth_getTransactionCount', number)],
    ])
    if (before === undefined || after === undefined || nonceBefore === undefined || nonceAfter === undefined)
      return undefined
    const paysCost = receipt?.from.toLowerCase() === preview.account.toLowerCase()
    if (nonceAfter - nonceBefore > 1n) return undefined
    const cost = paysCost ? readQuantity(receipt?.gasUsed) * readQuantity(receipt?.effectiveGasPrice) : 0n
    const gain = after - before + cost
    return gain > 0n ? gain : undefined
  }
}
