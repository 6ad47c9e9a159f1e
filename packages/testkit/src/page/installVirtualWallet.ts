import { announceVirtualWallet } from '../announce/announceVirtualWallet.ts'
import { createVirtualWallet } from '../wallet/createVirtualWallet.ts'
import type { VirtualWallet, VirtualWalletParameters } from '../wallet/VirtualWallet.ts'

/** Where the wallets of a page are found by the tests that drive it, by rdns. */
export const pageWalletsKey = '__latchkeyVirtualWallets'

/** What a test says of the wallet that it puts into a page: all of it survives being sent there as JSON. */
export type PageWalletOptions = Omit<VirtualWalletParameters, 'storage' | 'fetch'> & {
  /** Keep permission, account and network over reloads, as real wallets do. Default true. */
  remember?: boolean
}

/** The wallets of a page. */
export type PageWithWallets = { [pageWalletsKey]?: Record<string, VirtualWallet> }

/** Puts a wallet into this page and announces it. */
export function installVirtualWallet({ remember = true, ...parameters }: PageWalletOptions): VirtualWallet {
  const wallet = createVirtualWallet({ ...parameters, ...(remember && hasStorage() ? { storage: localStorage } : {}) })
  const page = globalThis as PageWithWallets
  page[pageWalletsKey] = { ...page[pageWalletsKey], [wallet.info.rdns]: wallet }
  announceVirtualWallet({ wallet })
  return wallet
}

/** Pages without an origin of their own (`about:blank`, sandboxed frames) have none. */
function hasStorage(): boolean {
  try {
    return Boolean(localStorage)
  } catch {
    return false
  }
}
