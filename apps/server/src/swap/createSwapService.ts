import {
  type AccountId,
  type ChainId,
  type EvmAddress,
  nativeEvmAddress,
  parseAccountId,
  toAccountId,
} from '@latchkey/protocol'
import type { SwappableToken } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { isEvmChain } from '../platform/config/chainConfig.ts'
import type { EvmChainConfig } from '../platform/config/ServerConfig.ts'
import type { Context } from '../platform/context.ts'
import type { PriceService } from '../prices/createPriceService.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { createAggregators } from './aggregators/createAggregators.ts'
import { buildApproval, readAllowance } from './execution/buildApproval.ts'
import { type BuildRequest, type BuiltSwap, createBuilder } from './execution/createBuilder.ts'
import { withMargin } from './execution/simulateCall.ts'
import { createGasPrices, type GasPrices } from './gasPrice/createGasPrices.ts'
import { createChainMarket } from './pools/createChainMarket.ts'
import { createQuoteService, type QuoteService } from './quotes/createQuoteService.ts'
import { createRouteFinder } from './quotes/createRouteFinder.ts'
import { createFindSwapChain, readAccount, readPair, type SwapChain } from './SwapChain.ts'
import { createTokenLister } from './tokens/createTokenLister.ts'
import { createPermitSupport, type PermitSupport } from './tokens/permitSupport.ts'
import { createTransferFees } from './transferFees/createTransferFees.ts'

/** An approval in the shape of the endpoint. */
export type BuiltApproval = {
  tx: { from: AccountId; to: AccountId; data: `0x${string}`; value: string; eip155: { gas: string; gasPrice: string } }
  approval: { token: AccountId; spender: AccountId; amount: string }
}

/**
 * Lists tokens for swaps, quotes swaps, and builds their transactions. Each method throws the errors that its endpoint lists.
 */
export type SwapService = Pick<QuoteService, 'quotes'> & {
  /** @returns the tokens, and the age of the list in seconds if it could not be renewed */
  tokens: (options: {
    chainId: ChainId
    address?: string | undefined
  }) => Promise<{ tokens: SwappableToken[]; stale: number }>
  allowance: (options: {
    tokenAddress: AccountId
    userAddress: AccountId
    signal?: AbortSignal | undefined
  }) => Promise<{ allowance: string }>
  gasPrice: (options: { chainId: ChainId }) => Promise<{ standard: string; fast: string; instant: string }>
  build: (request: BuildRequest) => Promise<BuiltSwap>
  approve: (options: {
    userAddress: AccountId
    from: AccountId
    to: AccountId
    amount?: bigint | undefined
    signal?: AbortSignal | undefined
  }) => Promise<BuiltApproval>
}

const everything = 2n ** 256n - 1n

/** Creates the service. It reads nothing before the first request. */
export async function createSwapService(
  context: Context,
  { rpc, prices }: { rpc: RpcService; prices: PriceService },
): Promise<SwapService> {
  const { config, clock } = context
  const chains = config.convert.enabled
    ? config.chains.filter(isEvmChain).flatMap((chain) => openChain({ context, rpc, chain }))
    : []
  const find = createFindSwapChain({ configs: config.chains, chains })
  const permits = new Map<ChainId, PermitSupport>(
    chains.map(({ chainId, config: { contracts } }) => [
      chainId,
      createPermitSupport({ rpc, chainId, clock, multicall3: contracts.multicall3.toLowerCase() as EvmAddress }),
    ]),
  )
  const tokens = await createTokenLister({ context, permits })
  const aggregators = createAggregators({ config: config.convert, clock, env: process.env })
  const finder = createRouteFinder({ clock })
  const quotes = createQuoteService({ context, find, finder, aggregators, tokens, prices })
  const gasPrices: GasPrices = createGasPrices({ context, rpc })

  return {
    quotes: quotes.quotes,
    build: createBuilder({ context, rpc, find, quotes, aggregators }),

    tokens: ({ chainId, address }) => {
      const chain = find({ chainId, field: 'chainId' })
      const plain = address?.slice(address.lastIndexOf(':') + 1)
      if (plain !== undefined && !/^0x[0-9a-f]{40}$/i.test(plain)) {
        throw new ServiceError('malformed_address', { field: 'address' })
      }
      return tokens.list({ chain, address: plain?.toLowerCase() as EvmAddress | undefined })
    },

    allowance: async ({ tokenAddress, userAddress, signal }) => {
      const { chainId, address } = parseAccountId(tokenAddress)
      const chain = find({ chainId, field: 'tokenAddress' })
      const account = readAccount({ chain, account: userAddress })
      const token = address.toLowerCase() as EvmAddress
      // The native token needs no allowance: it is sent as the value of the transaction.
      if (token === nativeEvmAddress) return { allowance: everything.toString() }
      const allowance = await readAllowance({ rpc, chainId, token, account, spender: chain.router, signal })
      return { allowance: allowance.toString() }
    },

    gasPrice: async ({ chainId }) => {
      const { standard, fast, instant } = await gasPrices.read({ chainId })
      return { standard: standard.toString(), fast: fast.toString(), instant: instant.toString() }
    },

    approve: async ({ userAddress, from, to, amount = everything, signal }) => {
      const pair = readPair({ find, from, to })
      const { chain } = pair
      const { chainId, router } = chain
      const account = readAccount({ chain, account: userAddress })
      if (pair.from === nativeEvmAddress) {
        throw new ServiceError('token_not_found', { field: 'from', message: 'The native token needs no approval' })
      }
      const [approval, { standard }] = await Promise.all([
        buildApproval({ rpc, chainId, token: pair.from, account, spender: router, amount, signal }),
        gasPrices.read({ chainId }),
      ])
      const token = toAccountId({ chainId, address: pair.from })
      return {
        tx: {
          ...{ from: token, to: token, data: approval.call.data, value: '0' },
          eip155: { gas: withMargin(approval.gas).toString(), gasPrice: standard.toString() },
        },
        approval: { token, spender: toAccountId({ chainId, address: router }), amount: approval.amount.toString() },
      }
    },
  }
}

/** Opens the chain if its configuration names a router. */
function openChain({
  context,
  rpc,
  chain: config,
}: {
  context: Context
  rpc: RpcService
  chain: EvmChainConfig
}): SwapChain[] {
  const { chainId, contracts } = config
  const lower = (address: string) => address.toLowerCase() as EvmAddress
  if (!contracts.uniswapSwapRouter02) return []
  const router = lower(contracts.uniswapSwapRouter02)
  const wrappedNative = contracts.weth ? lower(contracts.weth) : undefined
  const multicall3 = lower(contracts.multicall3)
  return [
    {
      ...{ chainId, config, router, wrappedNative },
      market: createChainMarket({ context, rpc, chain: config }),
      transferFees: createTransferFees({ rpc, chainId, multicall3, router, wrappedNative, clock: context.clock }),
    },
  ]
}
