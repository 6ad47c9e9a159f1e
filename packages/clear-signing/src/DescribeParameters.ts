import type { AssetName, ChainReader, SigningRequest } from './Description.ts'
import type { Descriptor } from './descriptors/Descriptor.ts'

/** The network of a request, with the operator's name for it. */
export type SigningNetwork = {
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  testnet: boolean
}

/** A known address. `history`: the account sent to it. `contact`: the visitor or the operator named it. */
export type KnownAddress = {
  address: string
  name?: string | undefined
  kind: 'own' | 'history' | 'contact'
}

/** A token that the operator vouches for. Its values here count; only missing ones are read from the contract. */
export type VouchedToken = {
  address: string
  symbol?: string | null | undefined
  name?: string | null | undefined
  decimals?: number | null | undefined
  kind?: AssetName['kind'] | undefined
  /** US dollars for one whole unit, decimal text, if known. */
  usd?: string | null | undefined
}

/** Parameters of `describeRequest`. */
export type DescribeParameters = {
  request: SigningRequest
  read: ChainReader
  network: SigningNetwork
  knownAddresses: readonly KnownAddress[]
  tokens?: readonly VouchedToken[] | undefined
  /**
   * Contracts with power over the account: its own smart account, its modules, the entry point. A page may only send them native
   * tokens.
   */
  guarded?: readonly string[] | undefined
  /** Unix milliseconds. */
  now: () => number
  /** Additional descriptors, which take precedence over the bundled ones. */
  descriptors?: readonly Descriptor[] | undefined
}
