import { type AccountId, parseAccountId } from '@latchkey/protocol'
import { hexToBigInt, padHex, toEventSelector } from 'viem/utils'
import type { NodeReceipt } from '../../chains/node/createChainNode.ts'
import type { StoredPayout } from '../store/payoutStore.ts'
import { isNative } from './toCall.ts'

/** Source: ERC-20. */
const transferTopic = toEventSelector('Transfer(address,address,uint256)')

/**
 * Whether a mined transaction moved a payout's money: of a token, whether its contract said so by its `Transfer` event, because some answer
 * false where others undo the call. What tokens keep as a fee is theirs.
 *
 * @param options.account that pays
 */
export function hasPaid({
  payout: { asset, receiver },
  account,
  receipt: { status, logs },
}: {
  payout: Pick<StoredPayout, 'asset' | 'receiver'>
  account: string
  receipt: Pick<NodeReceipt, 'status' | 'logs'>
}): boolean {
  if (BigInt(status) !== 1n) return false
  if (isNative(asset)) return true
  const token = parseAccountId(asset as AccountId).address.toLowerCase()
  const expected = [transferTopic, topicOf(account), topicOf(receiver)]
  return logs.some(
    ({ address, topics, data }) =>
      address.toLowerCase() === token &&
      topics.length === expected.length &&
      expected.every((topic, index) => topics[index]?.toLowerCase() === topic) &&
      data !== '0x' &&
      hexToBigInt(data) > 0n,
  )
}

function topicOf(address: string): `0x${string}` {
  return padHex(address.toLowerCase() as `0x${string}`, { size: 32 })
}
