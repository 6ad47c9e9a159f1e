/** A network family other than EVM. */
export type FamilyNamespace = 'solana' | 'bip122'

/** An account of the visitor on a network outside of EVM. */
export type FamilyAccount = {
  address: string
  /** `payment` (P2WPKH) and `ordinal` (P2TR) on Bitcoin networks, `eoa` on Solana's. */
  type: 'eoa' | 'payment' | 'ordinal'
  /** Hexadecimal with `0x`: 32 bytes for Solana, 33 (compressed) for Bitcoin. */
  publicKey: string
  /** BIP-32 or SLIP-10. */
  path: string
}
