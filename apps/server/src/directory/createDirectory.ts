import { readFileSync } from 'node:fs'
import type { WalletListing } from '@latchkey/protocol/api'
import { type WalletRecord, walletListSchema } from './WalletRecord.ts'

/** What a page of the directory is asked by. Lists are comma-separated. */
type WalletsQuery = {
  page?: string | undefined
  entries?: string | undefined
  search?: string | undefined
  badge_type?: string | undefined
  include?: string | undefined
  exclude?: string | undefined
  chains?: string | undefined
}

/** The wallet directory. */
export type Directory = {
  /** A page of wallets in their order, and how many there are on all pages. */
  list: (options: { query: WalletsQuery; baseUrl: string }) => { data: WalletListing[]; count: number }
  find: (id: string) => WalletRecord | undefined
}

const defaultEntries = 40
const maxEntries = 100

/**
 * Reads the directory's file and checks it.
 *
 * @param options.path the JSON file; default the one that comes with the server
 * @throws Error with all mistakes in the file
 */
export function createDirectory({ path }: { path?: string | undefined } = {}): Directory {
  const source = path ?? new URL('./wallets.json', import.meta.url)
  const parsed = walletListSchema.safeParse(JSON.parse(readFileSync(source, 'utf8')))
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The wallet directory ${String(source)} has mistakes: ${issues.join('; ')}`)
  }
  const wallets = parsed.data.toSorted((a, b) => a.order - b.order || a.name.localeCompare(b.name))

  return {
    list: ({ query, baseUrl }) => {
      const include = readList(query.include)
      const exclude = readList(query.exclude)
      const families = readList(query.chains)?.map((chain) => chain.split(':')[0])
      const search = query.search?.trim().toLowerCase()
      const found = wallets.filter(
        (wallet) =>
          (!include || isNamed(wallet, include)) &&
          (!exclude || !isNamed(wallet, exclude)) &&
          (!families || wallet.chains.some((chain) => families.includes(chain.split(':')[0]))) &&
          (!query.badge_type || wallet.badge_type === query.badge_type) &&
          (!search || wallet.name.toLowerCase().includes(search) || wallet.rdns?.includes(search)),
      )
      const entries = Math.min(maxEntries, Math.max(1, Number(query.entries ?? defaultEntries)))
      const start = (Math.max(1, Number(query.page ?? 1)) - 1) * entries
      return {
        data: found.slice(start, start + entries).map((wallet) => toListing(wallet, baseUrl)),
        count: found.length,
      }
    },
    find: (id) => wallets.find((wallet) => wallet.id === id || wallet.image_id === id),
  }
}

function readList(text: string | undefined): string[] | undefined {
  const items = text?.split(',').flatMap((item) => item.trim() || [])
  return items && items.length > 0 ? items : undefined
}

function isNamed({ id, rdns }: WalletRecord, names: readonly string[]): boolean {
  return names.includes(id) || (rdns !== null && names.includes(rdns))
}

function toListing(wallet: WalletRecord, baseUrl: string): WalletListing {
  return { ...wallet, image_url: `${baseUrl}/getWalletImage/${wallet.image_id}` }
}
