import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { and, eq, inArray } from 'drizzle-orm'
import { type TransferKind, transferKind } from '../chains/transferKind.ts'
import type { EvmChainConfig } from '../platform/config/ServerConfig.ts'
import type { Database } from '../platform/db/Database.ts'
import { tokens } from '../tokens/schema.ts'
import { prices } from './schema.ts'

/** A token in responses. The operator's list overrides the contract's data. */
export type TokenInfo = {
  address: EvmAddress
  kind: TransferKind
  name: string
  symbol: string
  /** 0 if the token has none. */
  decimals: number
  iconUrl: string | null
  /** Whether the operator lists it. */
  listed: boolean
  /** Whether the operator blocks it as spam. */
  blocked: boolean
  /** Sum of `spamFlag`. */
  flags: number
  totalSupply: bigint | null
  /** usd; null when unknown. */
  price: number | null
  /** USD value in its pools. */
  liquidity: number | null
}

/** Placeholder for a contract without a description. */
const unnamed = { name: 'Unknown token', symbol: '???' }

/** Reads tokens for responses, including the native token (0xeeee…eeee). Unknown contracts are left out. */
export async function readTokenInfos(
  database: Database,
  { key, config, addresses }: { key: number; config: EvmChainConfig; addresses: Iterable<EvmAddress> },
): Promise<Map<EvmAddress, TokenInfo>> {
  const wanted = [...new Set(addresses)]
  const weth = config.contracts.weth?.toLowerCase() as EvmAddress | undefined
  const infos = new Map<EvmAddress, TokenInfo>()
  if (wanted.length === 0) return infos
  const priced = [...wanted, ...(weth ? [weth] : [])]
  const [rows, found] = await Promise.all([
    database
      .select()
      .from(tokens)
      .where(and(eq(tokens.chain, key), inArray(tokens.address, wanted))),
    database
      .select()
      .from(prices)
      .where(and(eq(prices.chain, key), inArray(prices.token, priced))),
  ])
  const priceOf = new Map(found.map((row) => [row.token, row]))
  const lists = readLists(config)
  const lookUp = (address: EvmAddress) => {
    const price = priceOf.get(address === nativeEvmAddress && weth ? weth : address)
    return {
      price: lists.references.has(address) ? 1 : (price?.usd ?? null),
      liquidity: price?.liquidity ?? null,
    }
  }
  for (const row of rows) {
    const listed = lists.listed.get(row.address)
    infos.set(row.address, {
      address: row.address,
      kind: row.kind,
      name: listed?.name ?? row.name ?? row.symbol ?? unnamed.name,
      symbol: listed?.symbol ?? row.symbol ?? unnamed.symbol,
      decimals: row.decimals ?? 0,
      iconUrl: listed?.iconUrl ?? null,
      listed: listed !== undefined,
      blocked: lists.spam.has(row.address),
      flags: row.flags,
      totalSupply: row.totalSupply,
      ...lookUp(row.address),
    })
  }
  if (wanted.includes(nativeEvmAddress)) {
    infos.set(nativeEvmAddress, { ...nativeInfo(config), ...lookUp(nativeEvmAddress) })
  }
  return infos
}

/** Returns the native token for responses, without a price. */
export function nativeInfo({ nativeCurrency }: EvmChainConfig): TokenInfo {
  return {
    address: nativeEvmAddress,
    kind: transferKind.native,
    ...nativeCurrency,
    iconUrl: nativeCurrency.iconUrl ?? null,
    listed: true,
    blocked: false,
    flags: 0,
    totalSupply: null,
    price: null,
    liquidity: null,
  }
}

/** Returns the operator's lists of a chain, by address in lower case. */
export function readLists(config: EvmChainConfig) {
  const lower = (address: string) => address.toLowerCase() as EvmAddress
  return {
    listed: new Map(config.tokens.map((token) => [lower(token.address), token])),
    references: new Set(config.tokens.flatMap((token) => (token.usdReference ? [lower(token.address)] : []))),
    spam: new Set(config.spam.map(lower)),
  }
}
