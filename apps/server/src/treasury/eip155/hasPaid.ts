import { type AccountId, parseAccountId } from '@latchkey/protocol'
import { hexToBigInt, padHex, toEventSelector } from 'viem/utils'
import type { NodeReceipt } from '../../chains/node/createChainNode.ts'
import type { StoredPayout } from '../store/payoutStore.ts'
import { isNative } from './toCall.ts'

/** Source: ERC-20. */
const transferTopic = toEventSelector('Transfer(address,address,uint256)')

/**
 * Returns whether a mined transaction paid a payout. For a token, the contract must have logged a `Transfer` event, because
 * some tokens return false instead of reverting. A token may keep a fee.
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
