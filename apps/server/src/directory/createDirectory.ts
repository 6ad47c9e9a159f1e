import { readFileSync } from 'node:fs'
import type { WalletListing } from '@latchkey/protocol/api'
import { matchWallets } from './matchWallets.ts'
import type { WalletImages } from './readWalletImages.ts'
import { configuredWalletsSchema, type WalletRecord, walletListSchema } from './WalletRecord.ts'

/** Query of a page of the directory. Lists are comma-separated. */
type WalletsQuery = {
  page?: string | undefined
  entries?: string | undefined
  search?: string | undefined
  reach?: 'own' | 'public' | undefined
  badge_type?: string | undefined
  include?: string | undefined
  exclude?: string | undefined
  chains?: string | undefined
}

/** The wallet directory. */
export type Directory = {
  /**
   * Returns a page of wallets, and the total count. The order is that of the file, but wallets that use the site's only relay come first. A
   * search puts matching name prefixes first.
   */
  list: (options: { query: WalletsQuery; baseUrl: string }) => { data: WalletListing[]; count: number }
  find: (id: string) => WalletRecord | undefined
}

const defaultEntries = 40
const maxEntries = 100

/** The file of the server. */
export const shippedWallets = new URL('./wallets.json', import.meta.url)

/**
 * Reads and validates the directory's file.
 *
 * @param options.path the JSON file; default: the file of the server
 * @param options.own wallets of the operator's configuration; each replaces one of the file with its id or its rdns
 * @param options.images the operator's pictures; their URLs change with their content
 * @throws Error with all mistakes in the file, or in the configured wallets
 */
export function createDirectory({
  path,
  own = [],
  images,
}: {
  path?: string | undefined
  own?: readonly unknown[] | undefined
  images?: WalletImages | undefined
} = {}): Directory {
  const configured = readWallets({ schema: configuredWalletsSchema, value: own, place: 'directory.wallets' })
  const isReplaced = ({ id, rdns }: WalletRecord) =>
    configured.some(
      (wallet) => wallet.id === id || (rdns !== null && wallet.rdns?.toLowerCase() === rdns.toLowerCase()),
    )
  const listed = readWalletList({ path: path ?? shippedWallets }).filter((wallet) => !isReplaced(wallet))
  const wallets = [...configured, ...listed].toSorted(
    (a, b) => a.order - b.order || compare(a.name, b.name) || compare(a.id, b.id),
  )
  const toListing = ({ tint: _tint, ...wallet }: WalletRecord, baseUrl: string): WalletListing => {
    const version = images?.get(wallet.image_id)?.version
    const image_url = `${baseUrl}/getWalletImage/${wallet.image_id}${version === undefined ? '' : `?v=${version}`}`
    return { ...wallet, image_url }
  }

  return {
    list: ({ query, baseUrl }) => {
      const include = readList(query.include)
      const exclude = readList(query.exclude)
      const asked = readList(query.chains)
      const families = asked?.map(familyOf)
      const search = query.search?.trim()
      const allowed = wallets.filter(
        (wallet) =>
          (!include || isNamed(wallet, include)) &&
          (!exclude || !isNamed(wallet, exclude)) &&
          (!families || wallet.chains.some((chain) => families.includes(familyOf(chain)))) &&
          (!query.badge_type || wallet.badge_type === query.badge_type),
      )
      const found = search ? matchWallets({ wallets: allowed, search }) : sortByReach(allowed, query.reach)
      const entries = Math.min(maxEntries, Math.max(1, Number(query.entries ?? defaultEntries)))
      const start = (Math.max(1, Number(query.page ?? 1)) - 1) * entries
      return {
        data: found.slice(start, start + entries).map((wallet) => toListing(withChains(wallet, asked), baseUrl)),
        count: found.length,
      }
    },
    find: (id) => wallets.find((wallet) => wallet.id === id) ?? wallets.find((wallet) => wallet.image_id === id),
  }
}

/** Reads a file of wallets. @throws Error with all mistakes in the file */
export function readWalletList({ path }: { path: string | URL }): WalletRecord[] {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
  return readWallets({ schema: walletListSchema, value, place: String(path) })
}

function readWallets({
  schema,
  value,
  place,
}: {
  schema: typeof walletListSchema | typeof configuredWalletsSchema
  value: unknown
  place: string
}): WalletRecord[] {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The wallet directory ${place} has mistakes: ${issues.join('; ')}`)
}

function sortByReach(wallets: readonly WalletRecord[], reach: WalletsQuery['reach']): readonly WalletRecord[] {
  if (!reach) return wallets
  const isReached = ({ relay }: WalletRecord) => (reach === 'own' ? relay !== null : relay !== 'own')
  return [...wallets.filter(isReached), ...wallets.filter((wallet) => !isReached(wallet))]
}

function readList(text: string | undefined): string[] | undefined {
  const items = text?.split(',').flatMap((item) => item.trim() || [])
  return items && items.length > 0 ? items : undefined
}

/** Returns the CAIP-2 namespace. */
function familyOf(chain: string): string {
  return chain.slice(0, chain.indexOf(':'))
}

/**
 * Adds every requested network of the wallet's families. A wallet that supports one EVM network supports all, and clients drop a wallet
 * that does not list their network.
 */
function withChains(wallet: WalletRecord, asked: readonly string[] | undefined): WalletRecord {
  if (!asked) return wallet
  const families = wallet.chains.map(familyOf)
  return {
    ...wallet,
    chains: [...new Set([...wallet.chains, ...asked.filter((chain) => families.includes(familyOf(chain)))])],
  }
}

function isNamed({ id, rdns }: WalletRecord, names: readonly string[]): boolean {
  return names.includes(id) || (rdns !== null && names.includes(rdns))
}

/** By code points, so that the order does not depend on the machine's locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
