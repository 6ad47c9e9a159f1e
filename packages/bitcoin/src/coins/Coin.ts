import type { KeyAddressType } from '../keys/keyScripts.ts'

/** An output that one key can spend (a UTXO). */
export type Coin = {
  /** In the order in which explorers show it. */
  txid: string
  vout: number
  /** Satoshi. */
  value: bigint
  type: KeyAddressType
  address: string
  /** The output script (scriptPubKey). */
  script: Uint8Array
  /** 33 bytes; the inputs of `p2sh-p2wpkh` and `p2tr` name it where it is known, else their signer does. */
  publicKey?: Uint8Array | undefined
  /** The height of the block that it is in; null while it waits for one. */
  height: number | null
  /** It waits for a block, and comes from a transaction of one's own, so that nobody else can take it back. */
  isOwnChange?: boolean | undefined
  /** The whole transaction that it comes from, hexadecimal: what proves its amount to a signer; `p2pkh` cannot be signed without. */
  previousTransaction?: string | undefined
}
