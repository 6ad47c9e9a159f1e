import type { ChainId } from '@latchkey/protocol'
import { findEvmChain, isEvmChain } from '../platform/config/chainConfig.ts'
import type { ChainConfig, EvmChainConfig } from '../platform/config/ServerConfig.ts'
import type { Database } from '../platform/db/Database.ts'
import { unsupportedChain } from '../platform/http/unsupportedChain.ts'
import { indexedChains } from './schema.ts'

/** A configured chain with the progress of its index; `key` is undefined before its first start. */
export type ServedChain = {
  config: EvmChainConfig
  chainId: ChainId
  key: number | undefined
  block: number | null
  caughtUp: boolean
  traces: boolean
  /** Unix milliseconds at which the index was last at the head. */
  seenAt: number
}

/** Reads the state of the index of each configured chain. */
export async function readChains(database: Database, configs: readonly EvmChainConfig[]): Promise<ServedChain[]> {
  const rows = await database.select().from(indexedChains)
  const known = new Map(rows.map((row) => [row.chainId, row]))
  return configs.map((config): ServedChain => {
    const row = known.get(config.chainId)
    return {
      config,
      chainId: config.chainId,
      key: row?.key,
      block: row?.block ?? null,
      caughtUp: row?.caughtUp ?? false,
      traces: row?.traces ?? false,
      seenAt: row?.seenAt ?? 0,
    }
  })
}

/** Milliseconds since the index was at the head after which it counts as lagging. */
const behindAfter = 20_000

/**
 * Returns the age of the index in seconds: 0 while it follows the head, else at least 1.
 *
 * @param now Unix milliseconds
 */
export function indexAge({ caughtUp, seenAt }: ServedChain, now: number): number {
  if (caughtUp && now - seenAt <= behindAfter) return 0
  // Before the first time at the head, the age is unknown. The data is only incomplete.
  return seenAt === 0 ? 1 : Math.max(1, Math.round((now - seenAt) / 1000))
}

/**
 * Returns the EVM networks of a request: one, or all of them. A network of another family is refused, because these callers
 * only support EVM networks.
 *
 * @throws LatchkeyError `unsupported_chain`
 */
export function selectChains(configs: readonly ChainConfig[], chainId: ChainId | undefined): readonly EvmChainConfig[] {
  if (chainId === undefined) return configs.filter(isEvmChain)
  const config = findEvmChain(configs, chainId)
  if (!config) throw unsupportedChain({ chainId })
  return [config]
}
