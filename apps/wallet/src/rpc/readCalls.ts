import { type ChainId, isEvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { AccountCall } from '@latchkey/smart-account'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'

/** Request of `wallet_sendCalls`. Source: EIP-5792 2.0.0. */
export type CallsRequest = {
  /** The site's ID; undefined: the wallet creates one. */
  id: string | undefined
  /** Account named by the site; undefined: the account in use. */
  from: string | undefined
  chainId: ChainId
  calls: readonly Required<AccountCall>[]
}

/** A visitor does not review more calls. */
const callLimit = 20
/** Characters of an ID: 4096 bytes in hexadecimal. */
const idLimit = 8_194

/**
 * Parses `wallet_sendCalls` strictly. Optional capabilities are ignored, because the wallet arranges the payment itself.
 *
 * @throws LatchkeyError `malformed_request`; RpcRefusal 5700 for a required capability, 5740 for too many calls
 */
export function readCallsRequest(params: readonly unknown[]): CallsRequest {
  const { id, from, chainId, atomicRequired, calls, capabilities, version } = record(params[0])
  if (version !== undefined && typeof version !== 'string') throw new ServiceError('malformed_request')
  if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > idLimit))
    throw new ServiceError('malformed_request')
  if (atomicRequired !== undefined && typeof atomicRequired !== 'boolean') throw new ServiceError('malformed_request')
  checkCapabilities(capabilities)
  if (!Array.isArray(calls) || calls.length === 0) throw new ServiceError('malformed_request')
  if (calls.length > callLimit) throw new RpcRefusal({ code: 'malformed_request', rpcCode: 5740 })
  return {
    id,
    from: from === undefined ? undefined : address(from),
    chainId: readHexChain(chainId),
    calls: calls.map((call: unknown) => {
      const { capabilities: own, ...rest } = record(call)
      checkCapabilities(own)
      return readCall(rest)
    }),
  }
}

/** Parses one call of `eth_sendTransaction` or EIP-5792. @throws LatchkeyError `malformed_request` */
export function readCall(call: unknown): Required<AccountCall> {
  const { to, value, data, input } = record(call)
  const bytes = data ?? input ?? '0x'
  const amount = value ?? '0x0'
  if (typeof bytes !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(bytes)) throw new ServiceError('malformed_request')
  if (typeof amount !== 'string' || !/^0x(0|[1-9a-f][0-9a-f]{0,63})$/i.test(amount))
    throw new ServiceError('malformed_request')
  return { to: address(to), value: BigInt(amount), data: bytes.toLowerCase() as `0x${string}` }
}

/** Returns CAIP-2 of a hexadecimal chain ID. @throws LatchkeyError `malformed_request` */
function readHexChain(value: unknown): ChainId {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,8}$/i.test(value)) throw new ServiceError('malformed_request')
  return `eip155:${Number(value)}`
}

function checkCapabilities(value: unknown): void {
  if (value === undefined) return
  for (const capability of Object.values(record(value)))
    if (record(capability).optional !== true) throw new RpcRefusal({ code: 'capabilities_invalid', rpcCode: 5700 })
}

function address(value: unknown): `0x${string}` {
  if (!isEvmAddress(value)) throw new ServiceError('malformed_request')
  return value
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ServiceError('malformed_request')
  return value as Record<string, unknown>
}
