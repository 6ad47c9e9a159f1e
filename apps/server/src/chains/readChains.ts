import type { ChainId } from '@latchkey/protocol'
import { findEvmChain, isEvmChain } from '../platform/config/chainConfig.ts'
import type { ChainConfig, EvmChainConfig } from '../platform/config/ServerConfig.ts'
import type { Database } from '../platform/db/Database.ts'
import { unsupportedChain } from '../platform/http/unsupportedChain.ts'
import { indexedChains } from './schema.ts'

/** A configured chain and how far its index is; `key` is undefined before its first start. */
export type ServedChain = {
  config: EvmChainConfig
  chainId: ChainId
  key: number | undefined
  block: number | null
  caughtUp: boolean
  traces: boolean
  /** Unix milliseconds of the last time that the index was at the head. */
  seenAt: number
}

/** The configured chains, with the state of their index. */
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

/** Milliseconds since it was at the head after which an index counts as behind. */
const behindAfter = 20_000

/**
 * How many seconds old what the index says is: 0 while it follows the head, at least 1 when it does not.
 *
 * @param now unix milliseconds
 */
export function indexAge({ caughtUp, seenAt }: ServedChain, now: number): number {
  if (caughtUp && now - seenAt <= behindAfter) return 0
  // Before it was at the head for the first time there is no age to tell; it only is not complete.
  return seenAt === 0 ? 1 : Math.max(1, Math.round((now - seenAt) / 1000))
}

/**
 * The networks of Ethereum's family that a request is about: one, or all of them. A network of another family is none of them, so that
 * nothing is asked of it that only those know.
 *
 * @throws LatchkeyError `unsupported_chain`
 */
export function selectChains(configs: readonly ChainConfig[], chainId: ChainId | undefined): readonly EvmChainConfig[] {
  if (chainId === undefined) return configs.filter(isEvmChain)
  const config = findEvmChain(configs, chainId)
  if (!config) throw unsupportedChain({ chainId })
  return [config]
}
