import {
  type Address,
  type CcipRequestParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  encodePacked,
  type Hex,
  hexToBytes,
  keccak256,
  parseAbi,
} from 'viem'
import { sign } from 'viem/accounts'

const resolveAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
const recordAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
  'function name(bytes32 node) view returns (string)',
])

/** Records of names. In `addresses`, `all` applies to every coin type without an entry. */
export type Records = Record<
  string,
  { addresses?: Record<string, Address>; texts?: Record<string, string>; name?: string }
>

/** Parts of a signed answer. A test can make each part wrong. */
export type AnswerParts = { key: Hex; target: Address; expires: bigint; request: Hex; result: Hex; given: Hex }

/** Signs an answer as the gateway does. `given` is the returned result, and `result` the signed one. */
export async function signAnswer({ key, target, expires, request, result, given }: AnswerParts): Promise<Hex> {
  const hash = keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', target, expires, keccak256(request), keccak256(result)],
    ),
  )
  const signature = await sign({ hash, privateKey: key, to: 'hex' })
  return encodeAbiParameters([{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }], [given, expires, signature])
}

/**
 * A gateway for tests, as viem's `ccipRead.request`.
 *
 * @param options.change makes parts of every answer wrong
 * @param options.asked called with every requested name
 */
export function createAnswers({
  key,
  records,
  change = () => ({}),
  asked = [],
}: {
  key: Hex
  records: Records
  change?: (parts: AnswerParts) => Partial<AnswerParts>
  asked?: string[]
}) {
  return async ({ data, sender }: CcipRequestParameters): Promise<Hex> => {
    const { args } = decodeFunctionData({ abi: resolveAbi, data })
    const name = readName(hexToBytes(args[0]))
    asked.push(name)
    const result = answer(records[name] ?? {}, args[1])
    const expires = BigInt(Math.floor(Date.now() / 1000) + 300)
    const parts = { key, target: sender, expires, request: data, result, given: result }
    return signAnswer({ ...parts, ...change(parts) })
  }
}

function answer({ addresses = {}, texts = {}, name = '' }: Records[string], data: Hex): Hex {
  const call = decodeFunctionData({ abi: recordAbi, data })
  if (call.functionName === 'name') return encodeFunctionResult({ abi: recordAbi, functionName: 'name', result: name })
  if (call.functionName === 'text')
    return encodeFunctionResult({ abi: recordAbi, functionName: 'text', result: texts[call.args[1]] ?? '' })
  const [, coinType] = call.args
  const address = addresses[String(coinType ?? 60n)] ?? addresses.all
  if (coinType === undefined)
    return encodeAbiParameters([{ type: 'address' }], [address ?? '0x0000000000000000000000000000000000000000'])
  return encodeAbiParameters([{ type: 'bytes' }], [address ?? '0x'])
}

function readName(dns: Uint8Array): string {
  const labels: string[] = []
  for (let offset = 0; (dns[offset] ?? 0) > 0; ) {
    const end = offset + 1 + (dns[offset] ?? 0)
    labels.push(new TextDecoder().decode(dns.subarray(offset + 1, end)))
    offset = end
  }
  return labels.join('.')
}
