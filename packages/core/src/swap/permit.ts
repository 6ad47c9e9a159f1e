import { type ChainId, parseChainId } from '@latchkey/protocol'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { readWords, toAddressWord, toWord } from '../chains/eip155/abiWords.ts'
import { decodeUint256 } from '../chains/eip155/erc20.ts'
import type { GatewayClient } from '../http/createGatewayClient.ts'
import type { SignedPermit } from './buildSwap.ts'

/** The domain of a token's permits (EIP-712), confirmed by the token's own separator. */
export type PermitDomain = { name: string; version: string; chainId: number; verifyingContract: `0x${string}` }

/** Typed data of a permit. */
export type PermitData = {
  domain: PermitDomain
  types: Record<string, readonly { name: string; type: string }[]>
  primaryType: 'Permit'
  message: { owner: string; spender: string; value: string; nonce: string; deadline: string }
}

// Selectors: EIP-5267, ERC-20 metadata, ERC-2612. The tests compare them with viem's.
const calls = {
  eip712Domain: '0x84b0196e',
  name: '0x06fdde03',
  version: '0x54fd4d50',
  separator: '0x3644e515',
  typehash: '0x30adf81f',
} as const
const noncesSelector = '7ecebe00'

const domainType = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'
const permitType = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'

/**
 * Returns the domain of a token's permits. The candidates are the token's answer to EIP-5267, and its name with several versions. The
 * domain separator of the token decides.
 *
 * @returns undefined if no candidate matches: a signed permit would then be useless, or valid for another purpose
 */
export async function readPermitDomain({
  gateway,
  token,
  chainId,
}: {
  gateway: GatewayClient
  token: `0x${string}`
  chainId: ChainId
}): Promise<PermitDomain | undefined> {
  const read = (data: string) =>
    gateway.request('eth_call', [{ to: token, data }, 'latest']).then(String, () => undefined)
  const [said, name, version, separator, typehash] = await Promise.all(Object.values(calls).map(read))
  // Some older tokens have another permit message: an unlimited amount, without an end.
  if (typehash !== undefined && typehash.length === 66 && typehash !== hashOf(permitType)) return undefined
  const own = said === undefined ? undefined : readDomain(said)
  const called = name === undefined ? undefined : readText(name)
  const versions = [version === undefined ? undefined : readText(version), '1', '2']
  const candidates = [own, ...versions.map((text) => ({ name: called, version: text }))]
  const place = { chainId: Number(parseChainId(chainId).reference), verifyingContract: token }
  for (const candidate of candidates) {
    if (candidate?.name === undefined || candidate.version === undefined) continue
    const domain = { name: candidate.name, version: candidate.version, ...place }
    if (hashDomain(domain) === separator?.toLowerCase()) return domain
  }
  return undefined
}

/** Returns the nonce of the account's next permit of a token. */
export async function readPermitNonce({
  gateway,
  token,
  owner,
}: {
  gateway: GatewayClient
  token: `0x${string}`
  owner: string
}): Promise<bigint> {
  const data = `0x${noncesSelector}${toAddressWord(owner)}`
  return decodeUint256(await gateway.request('eth_call', [{ to: token, data }, 'latest']))
}

/** Creates the typed data of a permit (ERC-2612, EIP-712). */
export function toPermitData({
  domain,
  owner,
  spender,
  value,
  nonce,
  deadline,
}: {
  domain: PermitDomain
  owner: string
  spender: string
  value: bigint
  nonce: bigint
  /** Unix seconds. */
  deadline: bigint
}): PermitData {
  return {
    domain,
    primaryType: 'Permit',
    types: { EIP712Domain: readFields(domainType), Permit: readFields(permitType) },
    message: {
      ...{ owner, spender, value: value.toString() },
      ...{ nonce: nonce.toString(), deadline: deadline.toString() },
    },
  }
}

/** Normalizes a wallet's signature, with the recovery ID 27 or 28 that contracts expect; undefined if it is not a plain signature. */
export function toSignedPermit({
  signature,
  message: { value, deadline },
}: {
  signature: unknown
  message: PermitData['message']
}): SignedPermit | undefined {
  if (typeof signature !== 'string' || !/^0x[0-9a-f]{130}$/i.test(signature)) return undefined
  const last = Number.parseInt(signature.slice(130), 16)
  const v = last < 27 ? last + 27 : last
  if (v !== 27 && v !== 28) return undefined
  return { value, deadline, signature: `0x${signature.slice(2, 130).toLowerCase()}${v.toString(16)}` }
}

/** Returns the domain separator (EIP-712). */
export function hashDomain({ name, version, chainId, verifyingContract }: PermitDomain): string {
  const words = [hashOf(domainType), hashOf(name), hashOf(version)].map((hash) => hash.slice(2)).join('')
  return `0x${bytesToHex(keccak_256(hexToBytes(words + toWord(chainId) + toAddressWord(verifyingContract))))}`
}

function hashOf(text: string): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`
}

function readFields(type: string): { name: string; type: string }[] {
  const fields = /\((.*)\)/.exec(type)?.[1] ?? ''
  return fields.split(',').map((field) => {
    const [kind = '', name = ''] = field.split(' ')
    return { name, type: kind }
  })
}

/** Reads `eip712Domain()`; undefined if it has other fields than a permit's domain. */
function readDomain(data: string): { name: string | undefined; version: string | undefined } | undefined {
  const words = readWords(data.slice(2).toLowerCase())
  // Name, version, chain and contract; no salt.
  if (words.slice(0, 1) !== '0f') return undefined
  return { name: readTextAt(words, words.place(32)), version: readTextAt(words, words.place(64)) }
}

function readText(data: string): string | undefined {
  const words = readWords(data.slice(2).toLowerCase())
  return readTextAt(words, words.place(0))
}

function readTextAt(words: ReturnType<typeof readWords>, place: number | undefined): string | undefined {
  const length = place === undefined ? undefined : words.place(place)
  const bytes = place === undefined || length === undefined ? undefined : words.slice(place + 32, length)
  return bytes === undefined ? undefined : new TextDecoder().decode(hexToBytes(bytes))
}
