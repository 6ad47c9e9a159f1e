import type { KeyAddressType } from '../keys/keyScripts.ts'

/** An output that one key can spend (a UTXO). */
export type Coin = {
  /** In the byte order of explorers. */
  txid: string
  vout: number
  /** Satoshi. */
  value: bigint
  type: KeyAddressType
  address: string
  /** The output script (scriptPubKey). */
  script: Uint8Array
  /** 33 bytes. `p2sh-p2wpkh` and `p2tr` inputs contain it if known; otherwise the signer adds it. */
  publicKey?: Uint8Array | undefined
  /** Height of its block; null while unconfirmed. */
  height: number | null
  /** Unconfirmed change of one's own transaction, which no one else can revert. */
  isOwnChange?: boolean | undefined
  /** The whole transaction that it comes from, hexadecimal. It proves the amount to a signer; `p2pkh` cannot be signed without it. */
  previousTransaction?: string | undefined
}
