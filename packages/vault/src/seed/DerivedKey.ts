import type { Bytes } from '../bytes/Bytes.ts'

/** A key derived from a seed. */
export type DerivedKey = {
  /** 32 bytes. */
  privateKey: Bytes
  /** 33 bytes, compressed, on secp256k1; 32 on ed25519. */
  publicKey: Bytes
  address: string
  /** BIP-32 or SLIP-10 path. */
  path: string
}
