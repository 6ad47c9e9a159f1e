import { announceVirtualWallet } from '../announce/announceVirtualWallet.ts'
import { createVirtualBitcoinWallet } from '../bitcoin/createVirtualBitcoinWallet.ts'
import type { VirtualBitcoinWallet, VirtualBitcoinWalletParameters } from '../bitcoin/VirtualBitcoinWallet.ts'
import { createVirtualSolanaWallet } from '../solana/createVirtualSolanaWallet.ts'
import type { VirtualSolanaWallet, VirtualSolanaWalletParameters } from '../solana/VirtualSolanaWallet.ts'
import { announceStandardWallet } from '../standard/announceStandardWallet.ts'
import { createVirtualWallet } from '../wallet/createVirtualWallet.ts'
import type { VirtualWallet, VirtualWalletParameters } from '../wallet/VirtualWallet.ts'

/** Options of a test for the wallet's other families. */
export type PageFamilies = {
  solana?: Omit<VirtualSolanaWalletParameters, 'name' | 'icon' | 'storage' | 'send' | 'fetch'>
  bip122?: Omit<VirtualBitcoinWalletParameters, 'name' | 'icon' | 'storage' | 'send' | 'fetch'>
}

/** Key in the page under which tests find its wallets, by rdns. */
export const pageWalletsKey = '__latchkeyVirtualWallets'

/** Options of a test for the wallet in a page. All of them can be sent to the page as JSON. */
export type PageWalletOptions = Omit<VirtualWalletParameters, 'storage' | 'fetch'> & {
  /** Keep the permission, the account and the network across reloads, like real wallets. Default true. */
  remember?: boolean
  /** Adds Solana and Bitcoin to the wallet. It registers through the Wallet Standard under the same name. */
  families?: PageFamilies
}

/** The wallets of a page by rdns. For families other than EVM, the key is the rdns, a slash and the family. */
export type PageWithWallets = {
  [pageWalletsKey]?: Record<string, VirtualWallet | VirtualSolanaWallet | VirtualBitcoinWallet>
}

/** The parts of a wallet in a page. Other families are present only if the options contain them. */
export type InstalledWallets = {
  eip155: VirtualWallet
  solana?: VirtualSolanaWallet | undefined
  bip122?: VirtualBitcoinWallet | undefined
}

/** Adds a wallet to this page and announces it. */
export function installVirtualWallet({
  remember = true,
  families = {},
  ...parameters
}: PageWalletOptions): InstalledWallets {
  const memory = remember && hasStorage() ? { storage: localStorage } : {}
  const wallet = createVirtualWallet({ ...parameters, ...memory })
  const { name, icon, rdns } = wallet.info
  const policy = parameters.policy ?? 'approve'
  const shared = { name, icon, policy, ...memory }
  const solana = families.solana && createVirtualSolanaWallet({ ...shared, ...families.solana })
  const bip122 = families.bip122 && createVirtualBitcoinWallet({ ...shared, ...families.bip122 })
  const page = globalThis as PageWithWallets
  page[pageWalletsKey] = {
    ...page[pageWalletsKey],
    [rdns]: wallet,
    ...(solana ? { [`${rdns}/solana`]: solana } : {}),
    ...(bip122 ? { [`${rdns}/bip122`]: bip122 } : {}),
  }
  announceVirtualWallet({ wallet })
  for (const other of [solana, bip122]) if (other) announceStandardWallet({ wallet: other })
  return { eip155: wallet, solana, bip122 }
}

/** Pages without an own origin (`about:blank`, sandboxed frames) have no storage. */
function hasStorage(): boolean {
  try {
    return Boolean(localStorage)
  } catch {
    return false
  }
}
