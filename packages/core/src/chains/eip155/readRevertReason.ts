import { decodeErrorResult } from 'viem/utils'
import type { RpcError } from '../../http/createGatewayClient.ts'

const standardErrors = [
  { type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] },
  { type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] },
  // ERC-6093: the errors that most tokens of today revert with.
  {
    type: 'error',
    name: 'ERC20InsufficientBalance',
    inputs: [
      { name: 'sender', type: 'address' },
      { name: 'balance', type: 'uint256' },
      { name: 'needed', type: 'uint256' },
    ],
  },
  { type: 'error', name: 'ERC20InvalidReceiver', inputs: [{ name: 'receiver', type: 'address' }] },
] as const

/** Reads why a contract reverted, for whoever looks into it. */
export function readRevertReason(error: RpcError): string {
  if (!error.data || error.data === '0x') return error.message
  try {
    const { errorName, args } = decodeErrorResult({ abi: standardErrors, data: error.data })
    return errorName === 'Error' ? args[0] : `${errorName}(${args.join(', ')})`
  } catch {
    return `${error.message} (${error.data.slice(0, 10)})`
  }
}
