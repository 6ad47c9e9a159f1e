import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes } from '@noble/hashes/utils'
import { bech32, bech32m } from '@scure/base'

/** An address with its signing key. */
export type BitcoinKey = {
  purpose: 'payment' | 'ordinals'
  address: string
  /** The public key in the format of wallets: 33 bytes. For a taproot address, the 32 bytes of the untweaked key. */
  publicKey: Uint8Array
  script: Uint8Array
  privateKey: Uint8Array
}

/** Prefix of a network's segwit addresses. All test networks except regtest have the same one. */
const prefixes: Readonly<Record<string, string>> = { 'bitcoin:mainnet': 'bc', 'bitcoin:regtest': 'bcrt' }

/** The native segwit address of a key (as in BIP-84), for payments. */
export function paymentKey({ privateKey, chain }: { privateKey: Uint8Array; chain: string }): BitcoinKey {
  const publicKey = secp256k1.getPublicKey(privateKey, true)
  const hash = ripemd160(sha256(publicKey))
  return {
    purpose: 'payment',
    address: bech32.encode(prefixes[chain] ?? 'tb', [0, ...bech32.toWords(hash)]),
    publicKey,
    script: concatBytes(new Uint8Array([0x00, 0x14]), hash),
    privateKey,
  }
}

/** The taproot address of a key without scripts (as in BIP-86), for ordinals. */
export function ordinalsKey({ privateKey, chain }: { privateKey: Uint8Array; chain: string }): BitcoinKey {
  const inner = schnorr.getPublicKey(privateKey)
  const { n } = secp256k1.CURVE
  const scalar = secp256k1.utils.normPrivateKeyToScalar(privateKey)
  const isEven = secp256k1.getPublicKey(privateKey, true)[0] === 2
  const tweak = BigInt(`0x${toHex(schnorr.utils.taggedHash('TapTweak', inner))}`)
  const tweaked = ((isEven ? scalar : n - scalar) + tweak) % n
  const secret = Uint8Array.from(tweaked.toString(16).padStart(64, '0').match(/../g) ?? [], (byte) =>
    parseInt(byte, 16),
  )
  const outer = schnorr.getPublicKey(secret)
  return {
    purpose: 'ordinals',
    address: bech32m.encode(prefixes[chain] ?? 'tb', [1, ...bech32m.toWords(outer)]),
    publicKey: inner,
    script: concatBytes(new Uint8Array([0x51, 0x20]), outer),
    privateKey: secret,
  }
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
