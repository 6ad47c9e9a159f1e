import type { KnownAddress, SigningNetwork } from '../DescribeParameters.ts'
import type { ChainReader, FamilyRequest } from '../Description.ts'

/** An address that the visitor's own key spends from. Nothing else counts as their own. */
export type BitcoinAccount = { address: string; type: 'payment' | 'ordinal' }

/** What `describeBitcoinRequest` needs. */
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
