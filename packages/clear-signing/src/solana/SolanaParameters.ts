import type { KnownAddress, SigningNetwork, VouchedToken } from '../DescribeParameters.ts'
import type { ChainReader, FamilyRequest } from '../Description.ts'

/** What `describeSolanaRequest` needs. */
export type SolanaParameters = {
  request: FamilyRequest
  /** The cluster's JSON-RPC, over the operator's own endpoints. */
  ask: ChainReader
  network: SigningNetwork
  knownAddresses: readonly KnownAddress[]
  /** `address`: the mint. What the operator says of a name counts; decimals are the chain's. */
  tokens?: readonly VouchedToken[] | undefined
  /** Unix milliseconds. */
  now: () => number
}
