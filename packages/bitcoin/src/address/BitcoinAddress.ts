/** Type of an address. `p2sh` may contain any script, including a wrapped segwit key, which the address does not reveal. */
export type AddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

/** A parsed address. */
export type BitcoinAddress = {
  /** Canonical form: segwit addresses in lowercase. */
  address: string
  type: AddressType
  /** The output script (scriptPubKey). */
  script: Uint8Array
}
