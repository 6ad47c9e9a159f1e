import type { AssetName, ChainReader, SigningRequest } from './Description.ts'
import type { Descriptor } from './descriptors/Descriptor.ts'

/** The network that a request is for, as the operator named it. */
export type SigningNetwork = {
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  testnet: boolean
}

/** An address that the account has to do with. `history`: it was sent to. `contact`: the visitor or the operator named it. */
export type KnownAddress = {
  address: string
  name?: string | undefined
  kind: 'own' | 'history' | 'contact'
}

/** A token that the operator vouches for: what is given here counts, only what is missing is asked of the contract. */
export type VouchedToken = {
  address: string
  symbol?: string | null | undefined
  name?: string | null | undefined
  decimals?: number | null | undefined
  kind?: AssetName['kind'] | undefined
  /** US dollars for one whole unit, decimal text, where it is known. */
  usd?: string | null | undefined
}

/** What `describeRequest` needs. */
export type DescribeParameters = {
  request: SigningRequest
  read: ChainReader
  network: SigningNetwork
  knownAddresses: readonly KnownAddress[]
  tokens?: readonly VouchedToken[] | undefined
  /**
   * Contracts that have power over the account: its own smart account, its modules, the entry point. A page may send them coins, and
   * nothing else.
   */
  guarded?: readonly string[] | undefined
  /** Unix milliseconds. */
  now: () => number
  /** Further descriptors, which come before the bundled ones. */
  descriptors?: readonly Descriptor[] | undefined
}
