import { ed25519 } from '@noble/curves/ed25519'
import { concatBytes } from '@noble/hashes/utils'
import { encodeBase58 } from './encodeBase58.ts'

/**
 * A client's id on relays, the address of its mailboxes: the did:key of its Ed25519 key. Source: WalletConnect specification,
 * relay client auth; W3C did:key.
 * @param seed 64 hexadecimal digits, kept for good
 */
export function clientIdOf(seed: string): string {
  // 0xed 0x01: "Ed25519 public key" among multicodecs.
  return `did:key:z${encodeBase58(concatBytes(Uint8Array.of(0xed, 0x01), ed25519.getPublicKey(seed)))}`
}
