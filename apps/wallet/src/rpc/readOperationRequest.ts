import { isEvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { entryPoint08 } from '@latchkey/smart-account'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'

/** Sender and call data of an `eth_sendUserOperation`. Source: ERC-4337. */
export type OperationRequest = { sender: string; callData: `0x${string}` }

/**
 * Parses an operation from a site. Only the sender and the calls count: the wallet sets nonce, gas, price and signature. Refuses
 * unsupported parts: the site's paymaster, another entry point, a validator, a delegation.
 *
 * @throws LatchkeyError `malformed_request`; RpcRefusal `operation_refused`
 */
export function readOperationRequest(params: readonly unknown[]): OperationRequest {
  const [operation, given] = params
  if (typeof operation !== 'object' || operation === null) throw new ServiceError('malformed_request')
  const { sender, callData, nonce, paymaster, paymasterAndData, eip7702Auth } = operation as Record<string, unknown>
  if (!isEvmAddress(sender)) throw new ServiceError('malformed_request')
  if (typeof callData !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(callData)) throw new ServiceError('malformed_request')
  const isOther =
    given !== undefined && (typeof given !== 'string' || given.toLowerCase() !== entryPoint08.toLowerCase())
  const isPaid = [paymaster, paymasterAndData].some((value) => value !== undefined && value !== null && value !== '0x')
  if (isOther || isPaid || (eip7702Auth !== undefined && eip7702Auth !== null) || !isOwners(nonce))
    throw new RpcRefusal({ code: 'operation_refused', rpcCode: -32602 })
  return { sender, callData: callData.toLowerCase() as `0x${string}` }
}

/** The upper 24 bytes of a nonce identify the validator; zero is the owner. */
function isOwners(nonce: unknown): boolean {
  if (nonce === undefined || nonce === null) return true
  return typeof nonce === 'string' && /^0x[0-9a-f]{1,64}$/i.test(nonce) && BigInt(nonce) >> 64n === 0n
}
