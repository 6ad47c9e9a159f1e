import type { ChainId } from '@latchkey/protocol'
import { chainIdSchema } from '@latchkey/protocol/api'
import { z } from 'zod'
import { type BitcoinChainConfig, bitcoinChainSchema } from './bitcoinChainConfig.ts'
import { type EvmChainConfig, evmChainSchema } from './evmChainConfig.ts'
import { type SolanaChainConfig, solanaChainSchema } from './solanaChainConfig.ts'

/** Configuration of one network. The namespace of `chainId` decides its family. */
export type ChainConfig = EvmChainConfig | SolanaChainConfig | BitcoinChainConfig

export type ChainConfigInput =
  | z.input<typeof evmChainSchema>
  | z.input<typeof solanaChainSchema>
  | z.input<typeof bitcoinChainSchema>

const families = {
  eip155: { schema: evmChainSchema, name: 'Ethereum’s family' },
  solana: { schema: solanaChainSchema, name: 'Solana' },
  bip122: { schema: bitcoinChainSchema, name: 'Bitcoin' },
} as const

/** Settings of EVM networks only, with their names in error messages. */
const evmOnly: Readonly<Record<string, string>> = {
  contracts: 'contracts',
  smartAccounts: 'smart accounts',
  indexer: 'the index',
}

/** Configuration of one network. The family of its `chainId` selects the schema, so that an error describes one family instead of three. */
export const chainSchema = z.unknown().transform((value, context): ChainConfig => {
  const namespace = chainIdSchema.safeParse(idOf(value)).data?.split(':')[0] as keyof typeof families | undefined
  // Without a valid id, check against the settings of EVM networks, and report the id.
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

/** Returns whether a network is an EVM network. */
export function isEvmChain(chain: ChainConfig): chain is EvmChainConfig {
  return chain.chainId.startsWith('eip155:')
}

/** Returns whether a network is a Solana cluster. */
export function isSolanaChain(chain: ChainConfig): chain is SolanaChainConfig {
  return chain.chainId.startsWith('solana:')
}

/** Returns whether a network is a Bitcoin network. */
export function isBitcoinChain(chain: ChainConfig): chain is BitcoinChainConfig {
  return chain.chainId.startsWith('bip122:')
}

/** Returns the EVM network with this id, or undefined if the server does not have it. */
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
