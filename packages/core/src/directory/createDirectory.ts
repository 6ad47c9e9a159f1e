import type { WalletListing } from '@latchkey/protocol/api'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectorInfo } from '../connectors/Connector.ts'
import { readDevice } from '../walletLinks/readDevice.ts'
import { readDeviceSignals } from '../walletLinks/readDeviceSignals.ts'
import { arrangeWallets, type WalletLists } from './arrangeWallets.ts'
import { isReached } from './isReached.ts'
import { type ChoiceDevice, listChoices } from './listChoices.ts'
import { pairedFamilies } from './pairedFamilies.ts'
import { readReach } from './readReach.ts'
import { readWalletPage, walletPageSize } from './readWalletPage.ts'
import { toWalletEntry } from './toWalletEntry.ts'
import type { WalletEntry, WalletsFeature, WalletsState } from './WalletsFeature.ts'
import { isNamed, isSameWallet, marksOfEntry } from './walletMarks.ts'

/** The wallets of the directory. */
export type Directory = Pick<WalletsFeature, 'search' | 'choicesOf'> & {
  /** Loads the first page, and the app's featured and the visitor's recent wallets if they are not on it. @throws LatchkeyError */
  read: (options: { recentIds: readonly string[] }) => Promise<{ count: number }>
  /** Returns the lists, with all loaded records. */
  arrange: (options: { connectors: readonly ConnectorInfo[]; recentIds: readonly string[] }) => WalletLists
  /** Returns a wallet by any of its IDs: its shown entry, else its loaded record. */
  find: (options: { walletId: string; shown: readonly WalletEntry[] }) => WalletEntry | undefined
}

/** Creates the lazy part of the wallets: the operator's directory, and the ways to reach each wallet. */
export function createDirectory({
  context,
  getState,
}: {
  context: CoreContext
  getState: () => WalletsState
}): Directory {
  const { config, environment } = context
  const { apiUrl, featuredWalletIds = [], customWallets = [] } = config
  const reach = readReach(config)
  const listings = new Map<string, WalletListing>()
  let first: { data: readonly WalletListing[]; count: number } | undefined
  const note = (some: readonly WalletListing[]) => {
    for (const listing of some) listings.set(listing.id, listing)
  }
  const toEntry = (listing: WalletListing) => toWalletEntry({ listing, apiUrl })
  const isKnown = (id: string) =>
    customWallets.some((wallet) => wallet.id === id || wallet.rdns === id) ||
    [...listings.values()].some((listing) => isNamed(toEntry(listing), [id]))
  const readPage = async (options: Omit<Parameters<typeof readWalletPage>[0], 'context'>) => {
    const page = await readWalletPage({ ...options, context })
    note(page.data)
    return page
  }
  let device: ChoiceDevice | undefined
  const readDeviceOnce = () => {
    if (device) return device
    const signals = readDeviceSignals({ page: environment.page() })
    device = { ...readDevice(signals), isChromium: /Chrom(e|ium)\//.test(signals.userAgent) }
    return device
  }

  return {
    read: async ({ recentIds }) => {
      first = await readPage({})
      const missing = [...featuredWalletIds, ...recentIds].filter((id) => !isKnown(id))
      // Without these few records, the lists are shorter but still correct.
      if (missing.length > 0) await readPage({ ids: missing }).catch(() => {})
      return first
    },
    arrange: (options) =>
      arrangeWallets({ ...options, config, listings: [...listings.values()], first: first?.data ?? [] }),
    find: ({ walletId, shown }) => {
      const named = shown.find((wallet) => isNamed(wallet, [walletId]))
      const listed = named ?? [...listings.values()].map(toEntry).find((wallet) => isNamed(wallet, [walletId]))
      if (named || !listed) return named
      // The wallet may have been installed since then, under another ID.
      const marks = marksOfEntry(listed)
      return shown.find((wallet) => isSameWallet(marksOfEntry(wallet), marks)) ?? listed
    },
    choicesOf: ({ wallet, namespace }) => {
      const location = (environment.page() as { location?: { href?: unknown } } | undefined)?.location
      return listChoices({
        wallet,
        namespace,
        device: readDeviceOnce(),
        canPair: isReached({ reach, wallet }),
        pairedFamilies: pairedFamilies(config),
        pageUrl: typeof location?.href === 'string' ? location.href : undefined,
      })
    },
    search: async ({ search, page = 1, certified = false, namespace, signal }) => {
      const text = search?.trim().toLowerCase() ?? ''
      const isFirst = page === 1 && text === '' && !certified && !namespace
      const found =
        isFirst && first ? first : await readPage({ search: text || undefined, page, certified, namespace, signal })
      if (isFirst) first = found
      const { installed, custom } = getState()
      const own = [...installed, ...custom]
      const marks = own.map(marksOfEntry)
      const others = found.data.map(toEntry).filter((wallet) => {
        const own = marksOfEntry(wallet)
        return !marks.some((mark) => isSameWallet(mark, own))
      })
      const here = own.filter(
        ({ name, rdns, connectors, listing }) =>
          (name.toLowerCase().includes(text) || rdns?.toLowerCase().includes(text)) &&
          (!certified || listing?.badge_type === 'certified') &&
          (!namespace || connectors.length === 0 || connectors.some((connector) => connector.namespace === namespace)),
      )
      return {
        data: page === 1 ? [...here, ...others] : others,
        count: found.count,
        isLast: text !== '' || page * walletPageSize >= found.count,
      }
    },
  }
}
