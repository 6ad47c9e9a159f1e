import { LatchkeyError } from '@latchkey/protocol'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex } from '@noble/hashes/utils'
import { bech32, bech32m } from '@scure/base'
import { type DerivedKey, deriveNode } from './deriveNode.ts'

/** Where Bitcoin addresses are for. */
export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest'

/** The human part of addresses (BIP-173), and the coin type of paths (SLIP-44: 1 for all test networks). */
const networks = {
  mainnet: { prefix: 'bc', coin: 0 },
  testnet: { prefix: 'tb', coin: 1 },
  regtest: { prefix: 'bcrt', coin: 1 },
} as const

/**
 * The Bitcoin keys of a seed: P2WPKH at `m/84'/0'/0'/0/0` (BIP-84) and P2TR at `m/86'/0'/0'/0/0` (BIP-86). The coin type is 1 on
 * test networks. Public keys are compressed; the taproot keys are the internal ones, which signers tweak themselves (BIP-341).
 */
export function deriveBitcoinKeys({ seed, network = 'mainnet' }: { seed: Uint8Array; network?: BitcoinNetwork }): {
  segwit: DerivedKey
  taproot: DerivedKey
} {
  const { prefix, coin } = networks[network]
  const segwitPath = `m/84'/${coin}'/0'/0/0`
  const segwit = deriveNode({ seed, path: segwitPath })
  const taprootPath = `m/86'/${coin}'/0'/0/0`
  const taproot = deriveNode({ seed, path: taprootPath })
  return {
    segwit: { ...segwit, address: segwitAddress({ publicKey: segwit.publicKey, prefix }), path: segwitPath },
    taproot: { ...taproot, address: taprootAddress({ publicKey: taproot.publicKey, prefix }), path: taprootPath },
  }
}

function segwitAddress({ publicKey, prefix }: { publicKey: Uint8Array; prefix: string }): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(ripemd160(sha256(publicKey)))])
}

/** BIP-341: the internal key, tweaked by its own tagged hash because there are no scripts. */
function taprootAddress({ publicKey, prefix }: { publicKey: Uint8Array; prefix: string }): string {
  const internal = publicKey.subarray(1)
  const tweak = BigInt(`0x${bytesToHex(schnorr.utils.taggedHash('TapTweak', internal))}`)
  // One in 2^128 keys; BIP-341 says to fail.
  if (tweak >= secp256k1.CURVE.n || tweak === 0n) throw new LatchkeyError('internal', { details: 'No taproot key' })
  const point = secp256k1.ProjectivePoint.fromHex(bytesToHex(publicKey).replace(/^03/, '02'))
  const output = point.add(secp256k1.ProjectivePoint.BASE.multiply(tweak)).toRawBytes(true).subarray(1)
  return bech32m.encode(prefix, [1, ...bech32m.toWords(output)])
}
