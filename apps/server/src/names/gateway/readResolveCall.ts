import { ServiceError } from '@latchkey/protocol/errors'
import { decodeFunctionData, type Hex, hexToBytes, parseAbi } from 'viem'
import { decodeDnsName } from './decodeDnsName.ts'

const abi = parseAbi(['function resolve(bytes name, bytes data)'])

/** What a resolver contract asks of a gateway. */
export type ResolveCall = {
  /** From the name itself up to the root. */
  labels: readonly string[]
  /** The call that the resolver was asked with, for example `addr(node)`. */
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
      message: 'The data is no call of resolve(bytes,bytes)',
    })
  }
  return { labels: decodeDnsName(hexToBytes(args[0])), call: args[1] }
}
