/** What an address pays to. `p2sh` may hold any script, a wrapped segwit key among them: the address does not tell. */
export type AddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

/** An address that was read. */
export type BitcoinAddress = {
  /** As it is written everywhere: segwit addresses in lower case. */
  address: string
  type: AddressType
  /** The output script (scriptPubKey). */
  script: Uint8Array
}
