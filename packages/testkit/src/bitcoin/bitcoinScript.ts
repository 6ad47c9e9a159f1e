import { sha256 } from '@noble/hashes/sha2'
import { concatBytes } from '@noble/hashes/utils'
import { base58check, bech32, bech32m } from '@scure/base'

const segwitPrefixes: Readonly<Record<string, string>> = { 'bitcoin:mainnet': 'bc', 'bitcoin:regtest': 'bcrt' }

/**
 * The script that pays to an address of a network. It supports all segwit versions (BIP-173, BIP-350) and both kinds of base58.
 *
 * @throws Error if the text is not an address, or is an address of another network
 */
export function toOutputScript({ address, chain }: { address: string; chain: string }): Uint8Array {
  const prefix = segwitPrefixes[chain] ?? 'tb'
  if (address.toLowerCase().startsWith(`${prefix}1`)) {
    const text = address as `${string}1${string}`
    const { words } = bech32.decodeUnsafe(text) ?? bech32m.decode(text)
    const [version = 0, ...rest] = words
    // Version 0 uses the older checksum, all others use the newer one.
    ;(version === 0 ? bech32 : bech32m).decode(text)
    const program = bech32.fromWords(rest)
    return concatBytes(new Uint8Array([version === 0 ? 0 : 0x50 + version, program.length]), program)
  }
  const bytes = base58check(sha256).decode(address)
  const [kind = 0] = bytes
  const hash = bytes.slice(1)
  const kinds = chain === 'bitcoin:mainnet' ? { key: 0x00, script: 0x05 } : { key: 0x6f, script: 0xc4 }
  if (hash.length !== 20 || (kind !== kinds.key && kind !== kinds.script))
    throw new Error('This is no address of the network')
  return kind === kinds.key
    ? concatBytes(new Uint8Array([0x76, 0xa9, 0x14]), hash, new Uint8Array([0x88, 0xac]))
    : concatBytes(new Uint8Array([0xa9, 0x14]), hash, new Uint8Array([0x87]))
}

/** The address that a script pays to. Unusual scripts are returned in hexadecimal. */
export function toOutputAddress({ script, chain }: { script: Uint8Array; chain: string }): string {
  const prefix = segwitPrefixes[chain] ?? 'tb'
  const [first = 0, length] = script
  if ((first === 0 || (first >= 0x51 && first <= 0x60)) && length === script.length - 2) {
    const version = first === 0 ? 0 : first - 0x50
    const coder = version === 0 ? bech32 : bech32m
    return coder.encode(prefix, [version, ...coder.toWords(script.slice(2))])
  }
  const isMain = chain === 'bitcoin:mainnet'
  const hex = [...script].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const encode = (kind: number, hash: Uint8Array) =>
    base58check(sha256).encode(concatBytes(new Uint8Array([kind]), hash))
  if (/^76a914.{40}88ac$/.test(hex)) return encode(isMain ? 0x00 : 0x6f, script.slice(3, 23))
  if (/^a914.{40}87$/.test(hex)) return encode(isMain ? 0x05 : 0xc4, script.slice(2, 22))
  return hex
}
