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

// Topics of ERC-20's Transfer and of the wrapped coin's Deposit and Withdrawal; the tests hold them against viem's.
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const depositTopic = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawalTopic = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/**
 * What a swap gave, by what its block says: transfers of the token to the account (and wrapping for it); for the native coin
 * what the router unwrapped, or by how much the account's balance changed in that block.
 *
 * @returns decimal text; undefined when the receipt does not tell
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
  // What the account itself sent goes to the swap's contract, or to the account where it runs several calls as one. A wallet that named another
  // transaction of it says nothing of this one.
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
        // By the router, or by the account itself where nothing but unwrapping was asked for.
        ({ topics, address }) =>
          (target !== undefined && topics[1] === `0x${toAddressWord(target)}`) ||
          (topics[1] === account && address.toLowerCase() === target),
      ) ?? (await readGain()))
  return got === undefined ? undefined : formatUnits(got, preview.to.decimals)

  /** What the account gained in the block; undefined when another transaction of it was there too. */
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
