import { encodeBase58 } from '@latchkey/protocol'
import { concatBytes } from '@noble/hashes/utils'

/**
 * A client's id on relays, the address of its mailboxes: the did:key of its Ed25519 key. Source: WalletConnect specification,
 * relay client auth; W3C did:key.
 * @param publicKey 32 bytes
 */
export function clientIdOf(publicKey: Uint8Array): string {
  // 0xed 0x01: "Ed25519 public key" among multicodecs.
  return `did:key:z${encodeBase58(concatBytes(Uint8Array.of(0xed, 0x01), publicKey))}`
}
