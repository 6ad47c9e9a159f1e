import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { encodeFunctionData } from 'viem/utils'
import type { SwapCall } from './encodeSwap.ts'
import { wrappedNativeAbi } from './routerAbi.ts'

/**
 * Encodes a wrap or unwrap of the native token: one to one, directly at the contract, without an allowance and without
 * slippage.
 *
 * @param options.from 0xeeee…eeee to wrap; the wrapped token to unwrap
 * @param options.amount base units
 */
export function encodeWrap({
  wrappedNative,
  from,
  amount,
}: {
  wrappedNative: EvmAddress
  from: EvmAddress
  amount: bigint
}): SwapCall {
  if (from === nativeEvmAddress) {
    return {
      to: wrappedNative,
      data: encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' }),
      value: amount,
    }
  }
  const data = encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'withdraw', args: [amount] })
  return { to: wrappedNative, data, value: 0n }
}
