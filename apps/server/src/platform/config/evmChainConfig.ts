import { z } from 'zod'
import { nativeCurrencySchema, networkFields } from './networkFields.ts'
import { chainSmartAccountsSchema } from './smartAccountsConfig.ts'
import { upstreamSchema } from './upstreamConfig.ts'

const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'an address: 0x and 40 hexadecimal digits')

/** Token that the operator trusts. Its icon and name override those of the contract, and it is never spam. */
const tokenSchema = z.strictObject({
  address: evmAddress,
  name: z.string().min(1).optional(),
  symbol: z.string().min(1).optional(),
  iconUrl: z.string().optional(),
  /** Counts as exactly 1.00 usd, and all other prices of the chain derive from it. */
  usdReference: z.boolean().default(false),
})

/** An EVM network. */
export const evmChainSchema = z.strictObject({
  ...networkFields<'eip155'>(),
  nativeCurrency: nativeCurrencySchema,
  upstreams: z.array(upstreamSchema).min(1),
  contracts: z
    .strictObject({
      multicall3: evmAddress.default('0xcA11bde05977b3631167028862bE2a173976CA11'),
      /** The wrapped native token. It has the price of the native token. */
      weth: evmAddress.optional(),
      uniswapV2Factory: evmAddress.optional(),
      uniswapV3Factory: evmAddress.optional(),
      /** Uniswap's SwapRouter02. Without it there are no swaps on this chain. */
      uniswapSwapRouter02: evmAddress.optional(),
      /** The ENS registry, on the chain that resolves names. */
      ensRegistry: evmAddress.optional(),
    })
    .prefault({}),
  tokens: z.array(tokenSchema).default([]),
  /** Token and NFT contracts that are known spam. */
  spam: z.array(evmAddress).default([]),
  /** Exact names of methods that the RPC gateway forwards in addition to those of every network. */
  gatewayMethods: z
    .array(
      z.string().regex(/^[A-Za-z0-9]+_[A-Za-z0-9_]{1,80}$/, 'the exact name of a method, such as linea_estimateGas'),
    )
    .default([]),
  /** Smart accounts on this network. Requires the server's `smartAccounts`. */
  smartAccounts: chainSmartAccountsSchema.optional(),
  indexer: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** The first block to index. `latest` starts at the head. */
      startBlock: z.union([z.number().int().nonnegative(), z.literal('latest')]).default('latest'),
      /** Requests traces from the node, which show internal transfers. Nodes without traces work as well. */
      trace: z.boolean().default(true),
      /** Milliseconds between two polls of the head. */
      pollInterval: z.number().int().min(50).default(1000),
      /** Blocks per request while catching up. Halved if the node rejects the request. */
      maxRange: z.number().int().min(1).max(10_000).default(500),
      /** Blocks that a reorganization can still replace. */
      reorgDepth: z.number().int().min(1).max(1024).default(64),
    })
    .prefault({}),
})

export type EvmChainConfig = z.output<typeof evmChainSchema>

export type EvmChainConfigInput = z.input<typeof evmChainSchema>
