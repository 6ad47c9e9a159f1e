import { encodeBase58 } from '@latchkey/protocol'
import { concatBytes } from '@noble/hashes/utils'

/**
 * Returns the ID of a client on relays: the did:key of its Ed25519 key. It is the address of the client's mailboxes. Source:
 * WalletConnect specification, relay client auth; W3C did:key.
 * @param publicKey 32 bytes
 */
export function clientIdOf(publicKey: Uint8Array): string {
  // 0xed 0x01: multicodec of an Ed25519 public key.
  return `did:key:z${encodeBase58(concatBytes(Uint8Array.of(0xed, 0x01), publicKey))}`
}
