import type { KnownAddress, SigningNetwork, VouchedToken } from '../DescribeParameters.ts'
import type { ChainReader, FamilyRequest } from '../Description.ts'

/** Parameters of `describeSolanaRequest`. */
export type SolanaParameters = {
  request: FamilyRequest
  /** The cluster's JSON-RPC, over the operator's endpoints. */
  ask: ChainReader
  network: SigningNetwork
  knownAddresses: readonly KnownAddress[]
  /** `address`: the mint. The operator's names count; decimals come from the chain. */
  tokens?: readonly VouchedToken[] | undefined
  /** Unix milliseconds. */
  now: () => number
}
