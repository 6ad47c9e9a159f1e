import { ServiceError } from '@latchkey/protocol/errors'
import { decodeFunctionData, type Hex, hexToBytes, parseAbi } from 'viem'
import { decodeDnsName } from './decodeDnsName.ts'

const abi = parseAbi(['function resolve(bytes name, bytes data)'])

/** Call of a resolver contract to a gateway. */
export type ResolveCall = {
  /** From the name itself up to the root. */
  labels: readonly string[]
  /** The inner call, for example `addr(node)`. */
  call: Hex
}

/**
 * Reads the calldata of `resolve(bytes name, bytes data)`. Source: ENSIP-10.
 *
 * @throws LatchkeyError `malformed_request`
 */
export function readResolveCall(data: Hex): ResolveCall {
  let args: readonly [Hex, Hex]
  try {
    args = decodeFunctionData({ abi, data }).args
  } catch (cause) {
    throw new ServiceError('malformed_request', {
      ...{ field: 'data', cause },
      message: 'The data is not a call of resolve(bytes,bytes)',
    })
  }
  return { labels: decodeDnsName(hexToBytes(args[0])), call: args[1] }
}
