import { type AccountId, type ChainId, type EvmAddress, nativeEvmAddress, parseAccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ChainConfig, EvmChainConfig } from '../platform/config/ServerConfig.ts'
import type { ChainMarket } from './pools/ChainMarket.ts'
import type { TransferFeeReader } from './transferFees/createTransferFees.ts'

/** A chain with swaps. Its addresses are in lower case. */
export type SwapChain = {
  chainId: ChainId
  config: EvmChainConfig
  /** SwapRouter02. */
  router: EvmAddress
  wrappedNative: EvmAddress | undefined
  market: ChainMarket
  transferFees: TransferFeeReader
}

/** A pair of tokens on one chain, as named in a request. */
export type SwapPair = {
  chain: SwapChain
  /** In lower case; the native token is 0xeeee…eeee. */
  from: EvmAddress
  to: EvmAddress
  /** As in the request. */
  fromAccount: AccountId
  toAccount: AccountId
}

/** The token that the pools hold: for the native token, its wrapped form. */
export function pooledToken(chain: SwapChain, token: EvmAddress): EvmAddress {
  return token === nativeEvmAddress ? (chain.wrappedNative ?? token) : token
}

/** Whether one token is the native token and the other its wrapped form. They swap one to one, without a pool. */
export function isWrapPair({ chain, from, to }: Pick<SwapPair, 'chain' | 'from' | 'to'>): boolean {
  return from !== to && pooledToken(chain, from) === pooledToken(chain, to)
}

/** Finds the chain of a request. */
export type FindSwapChain = (options: { chainId: ChainId; field: string }) => SwapChain

/**
 * @param configs all chains of the server
 * @param chains the chains that have a router
 */
export function createFindSwapChain({
  configs,
  chains,
}: {
  configs: readonly ChainConfig[]
  chains: readonly SwapChain[]
}): FindSwapChain {
  return ({ chainId, field }) => {
    const chain = chains.find((one) => one.chainId === chainId)
    if (chain) return chain
    const isServed = configs.some((one) => one.chainId === chainId)
    throw new ServiceError(isServed ? 'swap_network_unsupported' : 'unsupported_chain', { field })
  }
}

/**
 * Reads the two tokens of a request.
 *
 * @throws LatchkeyError `unsupported_chain`, `swap_network_unsupported`, `same_token`, `token_not_found`
 */
export function readPair({
  find,
  from: fromAccount,
  to: toAccount,
}: {
  find: FindSwapChain
  from: AccountId
  to: AccountId
}): SwapPair {
  const source = parseAccountId(fromAccount)
  const target = parseAccountId(toAccount)
  const chain = find({ chainId: source.chainId, field: 'from' })
  if (target.chainId !== source.chainId) {
    throw new ServiceError('swap_network_unsupported', {
      field: 'to',
      message: 'Both tokens must be on the same network',
    })
  }
  const from = source.address.toLowerCase() as EvmAddress
  const to = target.address.toLowerCase() as EvmAddress
  if (from === to) throw new ServiceError('same_token', { field: 'to' })
  for (const [token, field] of [[from, 'from'] as const, [to, 'to'] as const]) {
    if (token === nativeEvmAddress && !chain.wrappedNative) throw new ServiceError('token_not_found', { field })
  }
  return { chain, from, to, fromAccount, toAccount }
}

/**
 * Reads the account of a request. It must be on the chain of the tokens.
 *
 * @throws LatchkeyError `malformed_address`
 */
export function readAccount({ chain, account }: { chain: SwapChain; account: AccountId }): EvmAddress {
  const { chainId, address } = parseAccountId(account)
  if (chainId !== chain.chainId) {
    throw new ServiceError('malformed_address', {
      field: 'userAddress',
      message: 'The account must be on the network of the tokens',
    })
  }
  // The lowest addresses belong to no account, and some have a special meaning for the router.
  if (BigInt(address) < 256n) throw new ServiceError('malformed_address', { field: 'userAddress' })
  return address.toLowerCase() as EvmAddress
}
