import { encodeBase58 } from '@latchkey/protocol'
import { ed25519 } from '@noble/curves/ed25519'
import { asBytes } from '../bytes/Bytes.ts'
import type { DerivedKey } from './DerivedKey.ts'
import { derivePrivateKey } from './derivePrivateKey.ts'

/**
 * Derives the Solana key of a seed at `m/44'/501'/0'/0'` (SLIP-10 on ed25519). The private key is the 32 byte seed of RFC 8032;
 * wallets that require 64 bytes use the private and the public key together.
 *
 * @example const { privateKey, publicKey } = deriveSolanaKey({ seed })
 */
export function deriveSolanaKey({ seed }: { seed: Uint8Array }): DerivedKey {
  const path = "m/44'/501'/0'/0'"
  const privateKey = derivePrivateKey({ curve: 'ed25519', seed, path })
  const publicKey = asBytes(ed25519.getPublicKey(privateKey))
  return { privateKey, publicKey, address: encodeBase58(publicKey), path }
}
