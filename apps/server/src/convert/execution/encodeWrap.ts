import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { encodeFunctionData } from 'viem/utils'
import type { SwapCall } from './encodeSwap.ts'
import { wrappedNativeAbi } from './routerAbi.ts'

/**
 * Encodes wrapping or unwrapping the native coin: one to one, straight at the contract, with nothing to allow and nothing to lose.
 *
 * @param options.from 0xeeee…eeee to wrap; the wrapped coin to unwrap
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
