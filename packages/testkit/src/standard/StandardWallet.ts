/** An account in the format of the Wallet Standard. */
export type StandardAccount = {
  address: string
  publicKey: Uint8Array
  chains: readonly string[]
  features: readonly string[]
  label?: string
}

/** A wallet in the format of the Wallet Standard. */
export type StandardWallet = {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: string
  readonly chains: readonly string[]
  readonly features: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly accounts: readonly StandardAccount[]
}
