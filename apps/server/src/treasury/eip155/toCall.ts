import { type AccountId, nativeEvmAddress, parseAccountId } from '@latchkey/protocol'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { StoredPayout } from '../store/payoutStore.ts'

/** Without what it answers: some tokens answer nothing. */
const abi = parseAbi(['function transfer(address to, uint256 amount)'])

/** What a payout does on the chain. */
export type PayoutCall = { to: `0x${string}`; value: bigint; data: `0x${string}` }

/** Whether an asset is the network's own coin. */
export function isNative(asset: string): boolean {
  return parseAccountId(asset as AccountId).address.toLowerCase() === nativeEvmAddress
}

/** The call that pays a payout: of the receiver with the coin, or of the token's contract. */
export function toCall({ asset, amount, receiver }: Pick<StoredPayout, 'asset' | 'amount' | 'receiver'>): PayoutCall {
  const to = receiver as `0x${string}`
  if (isNative(asset)) return { to, value: amount, data: '0x' }
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })
  return { to: parseAccountId(asset as AccountId).address as `0x${string}`, value: 0n, data }
}
