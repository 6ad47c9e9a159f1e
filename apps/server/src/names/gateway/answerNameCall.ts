import { etherCoinType } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { decodeFunctionData, encodeAbiParameters, type Hex, parseAbi, size, zeroAddress } from 'viem'
import type { NameRegistry } from '../registry/NameRegistry.ts'
import { createNameHash, type NameHash } from './createNameHash.ts'
import { findNameRecords, type NameRecords } from './findNameRecords.ts'
import { readResolveCall } from './readResolveCall.ts'

/** Maximum of calls in one `multicall`. */
export const mostCalls = 32
/** Maximum bytes of their answers together. All texts of a name fit. */
const longestAnswer = 262_144

/**
 * Supported calls about a name. Source: ERC-137, ENSIP-5 (text), ENSIP-7 (contenthash), ENSIP-9 and ENSIP-11 (coin types), ERC-181 (name).
 */
const resolverAbi = parseAbi([
  'function addr(bytes32 node)',
  'function addr(bytes32 node, uint256 coinType)',
  'function text(bytes32 node, string key)',
  'function name(bytes32 node)',
  'function contenthash(bytes32 node)',
  'function multicall(bytes[] calls)',
])

/**
 * Answers a call to a resolver contract from our names: the result of `resolve(bytes name, bytes data)`. An unregistered name has empty
 * values, which clients report as unresolved.
 *
 * @param options.data calldata of `resolve`
 * @param options.hash a hash function that already knows the parents' hashes
 * @returns the result of the inner call, ABI-encoded
 * @throws LatchkeyError `malformed_request`; `name_not_found` for a name of another zone
 */
export async function answerNameCall({
  registry,
  data,
  hash = createNameHash([]),
}: {
  registry: NameRegistry
  data: Hex
  hash?: NameHash
}): Promise<Hex> {
  const { labels, call } = readResolveCall(data)
  const records = findNameRecords({ registry, labels })
  const node = hash(labels)
  const read = readCall(call)
  if (read.functionName !== 'multicall') return answer({ records, node, read })
  const [calls] = read.args
  if (calls.length > mostCalls) throw refuse(`There are more than ${mostCalls} calls in one`)
  // Decode all calls before the first is answered. Repeated calls are answered once.
  const pairs = calls.map((inner) => ({ inner, read: readCall(inner) }))
  const known = new Map<Hex, Hex>()
  const answers: Hex[] = []
  let length = 0
  for (const { inner, read } of pairs) {
    const next = known.get(inner) ?? (await answer({ records, node, read }))
    known.set(inner, next)
    length += size(next)
    if (length > longestAnswer) throw refuse(`The calls answer more than ${longestAnswer} bytes together`)
    answers.push(next)
  }
  return encodeAbiParameters([{ type: 'bytes[]' }], [answers])
}

type Call = ReturnType<typeof readCall>

function readCall(data: Hex) {
  try {
    return decodeFunctionData({ abi: resolverAbi, data })
  } catch (cause) {
    throw refuse('The gateway answers addr, text, name, contenthash and multicall alone', cause)
  }
}

async function answer({ records, node, read }: { records: NameRecords; node: Hex; read: Call }): Promise<Hex> {
  if (read.functionName === 'multicall') throw refuse('There are calls within calls within calls')
  // An answer must be about the node of the call.
  if (read.args[0].toLowerCase() !== node) throw refuse('The call is about another name than the one it comes with')
  switch (read.functionName) {
    case 'addr': {
      if (read.args.length === 1)
        return encodeAbiParameters([{ type: 'address' }], [(await records.addressOf(etherCoinType)) ?? zeroAddress])
      return encodeAbiParameters([{ type: 'bytes' }], [(await records.addressOf(Number(read.args[1]))) ?? '0x'])
    }
    case 'text':
      return encodeAbiParameters([{ type: 'string' }], [(await records.textOf(read.args[1])) ?? ''])
    case 'name':
      return encodeAbiParameters([{ type: 'string' }], [(await records.primaryName()) ?? ''])
    case 'contenthash':
      return encodeAbiParameters([{ type: 'bytes' }], ['0x'])
  }
}

function refuse(message: string, cause?: unknown): ServiceError {
  return new ServiceError('malformed_request', { field: 'data', message, cause })
}
