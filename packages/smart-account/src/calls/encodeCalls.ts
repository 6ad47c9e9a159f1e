import { encodeAbiParameters, encodeFunctionData, encodePacked } from 'viem/utils'
import { accountAbi } from '../contracts/abis.ts'
import type { AccountCall } from './AccountCall.ts'
import { batchMode, callListType, singleMode } from './executionMode.ts'

/**
 * Encodes the call data of an operation with these calls, which all succeed or all revert. Source: ERC-7579, `execute`.
 *
 * @throws Error without calls, which callers must prevent
 */
export function encodeCalls(calls: readonly AccountCall[]): `0x${string}` {
  const [first, ...others] = calls
  if (!first) throw new Error('An operation makes one call or more')
  const { to, value = 0n, data = '0x' } = first
  const args =
    others.length === 0
      ? ([singleMode, encodePacked(['address', 'uint256', 'bytes'], [to, value, data])] as const)
      : ([batchMode, encodeAbiParameters([callListType], [calls.map(toExecution)])] as const)
  return encodeFunctionData({ abi: accountAbi, functionName: 'execute', args })
}

function toExecution({ to, value = 0n, data = '0x' }: AccountCall) {
  return { target: to, value, callData: data }
}
