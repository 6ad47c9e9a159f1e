import { z } from 'zod'
import { nativeCurrencySchema, networkFields } from './networkFields.ts'
import { chainSmartAccountsSchema } from './smartAccountsConfig.ts'
import { upstreamSchema } from './upstreamConfig.ts'

const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'an address: 0x and 40 hexadecimal digits')

/** A token that the operator vouches for: its icon and name win over what the contract says, and it is never spam. */
const tokenSchema = z.strictObject({
  address: evmAddress,
  name: z.string().min(1).optional(),
  symbol: z.string().min(1).optional(),
  iconUrl: z.string().optional(),
  /** Counts as exactly 1.00 usd and anchors all other prices of the chain. */
  usdReference: z.boolean().default(false),
})

/** A network of Ethereum's family. */
export const evmChainSchema = z.strictObject({
  ...networkFields<'eip155'>(),
  nativeCurrency: nativeCurrencySchema,
  upstreams: z.array(upstreamSchema).min(1),
  contracts: z
    .strictObject({
      multicall3: evmAddress.default('0xcA11bde05977b3631167028862bE2a173976CA11'),
      /** The wrapped native coin: its price is the native coin's. */
      weth: evmAddress.optional(),
      uniswapV2Factory: evmAddress.optional(),
      uniswapV3Factory: evmAddress.optional(),
      /** Uniswap's SwapRouter02, which makes the swaps; without it there are none on this chain. */
      uniswapSwapRouter02: evmAddress.optional(),
      /** The ENS registry, on the chain where names are looked up. */
      ensRegistry: evmAddress.optional(),
    })
    .prefault({}),
  tokens: z.array(tokenSchema).default([]),
  /** Token and NFT contracts that are known spam. */
  spam: z.array(evmAddress).default([]),
  /** Methods that the RPC gateway passes on beside those of every network, by their exact names. */
  gatewayMethods: z
    .array(
      z.string().regex(/^[A-Za-z0-9]+_[A-Za-z0-9_]{1,80}$/, 'the exact name of a method, such as linea_estimateGas'),
    )
    .default([]),
  /** Smart accounts on this network; needs the server's `smartAccounts`. */
  smartAccounts: chainSmartAccountsSchema.optional(),
  indexer: z
    .strictObject({
      enabled: z.boolean().default(true),
      /** The first block to index; `latest` begins at the head. */
      startBlock: z.union([z.number().int().nonnegative(), z.literal('latest')]).default('latest'),
      /** Ask the node for traces, so that internal transfers are seen; a node without them is used without. */
      trace: z.boolean().default(true),
      /** Milliseconds between looks at the head. */
      pollInterval: z.number().int().min(50).default(1000),
      /** Blocks asked for at once while catching up; halved when the node refuses. */
      maxRange: z.number().int().min(1).max(10_000).default(500),
      /** Blocks that may still be undone by a reorganisation. */
      reorgDepth: z.number().int().min(1).max(1024).default(64),
    })
    .prefault({}),
})

/** The configuration of a network of Ethereum's family. */
export type EvmChainConfig = z.output<typeof evmChainSchema>

/** The same as an operator writes it. */
export type EvmChainConfigInput = z.input<typeof evmChainSchema>
