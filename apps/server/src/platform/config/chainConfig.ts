import type { ChainId } from '@latchkey/protocol'
import { chainIdSchema } from '@latchkey/protocol/api'
import { z } from 'zod'
import { type BitcoinChainConfig, bitcoinChainSchema } from './bitcoinChainConfig.ts'
import { type EvmChainConfig, evmChainSchema } from './evmChainConfig.ts'
import { type SolanaChainConfig, solanaChainSchema } from './solanaChainConfig.ts'

/** The configuration of one network; its family is that of `chainId`. */
export type ChainConfig = EvmChainConfig | SolanaChainConfig | BitcoinChainConfig

/** The configuration of one network as an operator writes it. */
export type ChainConfigInput =
  | z.input<typeof evmChainSchema>
  | z.input<typeof solanaChainSchema>
  | z.input<typeof bitcoinChainSchema>

const families = {
  eip155: { schema: evmChainSchema, name: 'Ethereum’s family' },
  solana: { schema: solanaChainSchema, name: 'Solana' },
  bip122: { schema: bitcoinChainSchema, name: 'Bitcoin' },
} as const

/** What only Ethereum's family has, and what it is called in a sentence. */
const evmOnly: Readonly<Record<string, string>> = {
  contracts: 'contracts',
  smartAccounts: 'smart accounts',
  indexer: 'the index',
}

/**
 * One network: which settings it may have is decided by the family of its `chainId`, so that a mistake is told about that family and
 * not about all three.
 */
export const chainSchema = z.unknown().transform((value, context): ChainConfig => {
  const namespace = chainIdSchema.safeParse(idOf(value)).data?.split(':')[0] as keyof typeof families | undefined
  // Without an id that means something the settings are those of most networks, and the id is what is wrong.
  const { schema } = families[namespace ?? 'eip155']
  const foreign = namespace === undefined || namespace === 'eip155' ? [] : Object.keys(evmOnly).filter(isIn(value))
  for (const key of foreign) {
    context.issues.push({
      code: 'custom',
      input: value,
      path: [key],
      message: `nothing: ${evmOnly[key]} are of Ethereum’s family (eip155)`.replace('the index are', 'the index is'),
    })
  }
  const result = schema.safeParse(without(value, foreign))
  if (!result.success) context.issues.push(...(result.error.issues as typeof context.issues))
  return result.success && foreign.length === 0 ? result.data : z.NEVER
}) as unknown as z.ZodType<ChainConfig, ChainConfigInput>

/** Tells whether a network is of Ethereum's family. */
export function isEvmChain(chain: ChainConfig): chain is EvmChainConfig {
  return chain.chainId.startsWith('eip155:')
}

/** Tells whether a network is a Solana cluster. */
export function isSolanaChain(chain: ChainConfig): chain is SolanaChainConfig {
  return chain.chainId.startsWith('solana:')
}

/** Tells whether a network is one of Bitcoin's. */
export function isBitcoinChain(chain: ChainConfig): chain is BitcoinChainConfig {
  return chain.chainId.startsWith('bip122:')
}

/** The network of Ethereum's family with this id; undefined where the server has none. */
export function findEvmChain(chains: readonly ChainConfig[], chainId: ChainId): EvmChainConfig | undefined {
  return chains.filter(isEvmChain).find((chain) => chain.chainId === chainId)
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'chainId' in value ? value.chainId : undefined
}

function isIn(value: unknown): (key: string) => boolean {
  return (key) => typeof value === 'object' && value !== null && key in value
}

function without(value: unknown, keys: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || keys.length === 0) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
}
