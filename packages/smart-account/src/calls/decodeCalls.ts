import { decodeAbiParameters, decodeFunctionData, getAddress, sliceHex } from 'viem/utils'
import { accountAbi } from '../contracts/abis.ts'
import type { AccountCall } from './AccountCall.ts'
import { encodeCalls } from './encodeCalls.ts'
import { batchMode, callListType, singleMode } from './executionMode.ts'

/**
 * Decodes the calls of an operation's call data. Returns undefined unless {@link encodeCalls} would write exactly the same
 * bytes, so that no call can hide.
 */
export function decodeCalls(callData: `0x${string}`): Required<AccountCall>[] | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: accountAbi, data: callData })
    if (functionName !== 'execute') return undefined
    const [mode, execution] = args
    const calls = mode === singleMode ? [readSingle(execution)] : mode === batchMode ? readBatch(execution) : []
    return calls.length > 0 && encodeCalls(calls) === callData.toLowerCase() ? calls : undefined
  } catch {
    return undefined
  }
}

function readSingle(execution: `0x${string}`): Required<AccountCall> {
  const [to, value] = [sliceHex(execution, 0, 20), sliceHex(execution, 20, 52)]
  return { to: getAddress(to), value: BigInt(value), data: execution.length > 106 ? sliceHex(execution, 52) : '0x' }
}

function readBatch(execution: `0x${string}`): Required<AccountCall>[] {
  const [list] = decodeAbiParameters([callListType], execution)
  return list.map(({ target, value, callData }) => ({ to: target, value, data: callData }))
}
