import { type AccountId, nativeEvmAddress, parseAccountId } from '@latchkey/protocol'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { StoredPayout } from '../store/payoutStore.ts'

/** Without a return value: some tokens return nothing. */
const abi = parseAbi(['function transfer(address to, uint256 amount)'])

/** The call of a payout. */
export type PayoutCall = { to: `0x${string}`; value: bigint; data: `0x${string}` }

/** Returns whether an asset is the network's native token. */
export function isNative(asset: string): boolean {
  return parseAccountId(asset as AccountId).address.toLowerCase() === nativeEvmAddress
}

/** Returns the call of a payout: to the receiver for the native token, else to the token's contract. */
export function toCall({ asset, amount, receiver }: Pick<StoredPayout, 'asset' | 'amount' | 'receiver'>): PayoutCall {
  const to = receiver as `0x${string}`
  if (isNative(asset)) return { to, value: amount, data: '0x' }
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })
  return { to: parseAccountId(asset as AccountId).address as `0x${string}`, value: 0n, data }
}
