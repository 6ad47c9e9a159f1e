import { ServiceError } from '@latchkey/protocol/errors'
import { secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex } from '@noble/hashes/utils'
import { asBytes } from '../bytes/Bytes.ts'
import { concatBytes } from '../bytes/concatBytes.ts'
import type { DerivedKey } from './DerivedKey.ts'
import { derivePrivateKey } from './derivePrivateKey.ts'
import { segwitAddressOf } from './segwitAddress.ts'

/** Network of a Bitcoin address. */
export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest'

/** The human part of addresses (BIP-173), and the coin type of paths (SLIP-44: 1 for all test networks). */
const networks = {
  mainnet: { prefix: 'bc', coin: 0 },
  testnet: { prefix: 'tb', coin: 1 },
  regtest: { prefix: 'bcrt', coin: 1 },
} as const

/**
 * Derives the Bitcoin keys of a seed: P2WPKH at `m/84'/0'/0'/0/0` (BIP-84) and P2TR at `m/86'/0'/0'/0/0` (BIP-86). The coin type is 1
 * on test networks. Public keys are compressed; the taproot keys are the internal ones, which signers tweak themselves (BIP-341).
 *
 * @example deriveBitcoinKeys({ seed }).segwit.address // 'bc1q…'
 */
export function deriveBitcoinKeys({ seed, network = 'mainnet' }: { seed: Uint8Array; network?: BitcoinNetwork }): {
  segwit: DerivedKey
  taproot: DerivedKey
} {
  const { prefix, coin } = networks[network]
  const segwit = keyAt({ seed, path: `m/84'/${coin}'/0'/0/0` })
  const taproot = keyAt({ seed, path: `m/86'/${coin}'/0'/0/0` })
  const hash = ripemd160(sha256(segwit.publicKey))
  const output = taprootOutputOf(taproot.publicKey)
  return {
    segwit: { ...segwit, address: segwitAddressOf({ prefix, version: 0, program: hash }) },
    taproot: { ...taproot, address: segwitAddressOf({ prefix, version: 1, program: output }) },
  }
}

function keyAt({ seed, path }: { seed: Uint8Array; path: string }): Omit<DerivedKey, 'address'> {
  const privateKey = derivePrivateKey({ curve: 'secp256k1', seed, path })
  return { privateKey, publicKey: asBytes(secp256k1.getPublicKey(privateKey)), path }
}

/** BIP-341: the internal key, tweaked by its own tagged hash because there are no scripts. */
function taprootOutputOf(publicKey: Uint8Array): Uint8Array {
  const internal = bytesToHex(publicKey.subarray(1))
  const tag = sha256(new TextEncoder().encode('TapTweak'))
  const tweak = BigInt(`0x${bytesToHex(sha256(concatBytes(tag, tag, publicKey.subarray(1))))}`)
  // One in 2^128 keys; BIP-341 requires a failure.
  if (tweak >= secp256k1.CURVE.n || tweak === 0n) throw new ServiceError('internal', { details: 'No taproot key' })
  const point = secp256k1.ProjectivePoint.fromHex(`02${internal}`)
  return point.add(secp256k1.ProjectivePoint.BASE.multiply(tweak)).toRawBytes(true).subarray(1)
}
