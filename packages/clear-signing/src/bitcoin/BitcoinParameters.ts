import type { KnownAddress, SigningNetwork } from '../DescribeParameters.ts'
import type { ChainReader, FamilyRequest } from '../Description.ts'

/** An address of the visitor's own keys. No other address counts as own. */
export type BitcoinAccount = { address: string; type: 'payment' | 'ordinal' }

/** Parameters of `describeBitcoinRequest`. */
export type BitcoinParameters = {
  /** `account`: the payment address. */
  request: FamilyRequest
  /** The visitor's addresses on this network. */
  accounts: readonly BitcoinAccount[]
  /** The network through the operator's gateway: `getrawtransaction`, `getaddressutxos`, `estimatesmartfee` and so on. */
  ask: ChainReader
  network: SigningNetwork
  knownAddresses: readonly KnownAddress[]
  /** Unix milliseconds. */
  now: () => number
}
