import { announceVirtualWallet } from '../announce/announceVirtualWallet.ts'
import { createVirtualBitcoinWallet } from '../bitcoin/createVirtualBitcoinWallet.ts'
import type { VirtualBitcoinWallet, VirtualBitcoinWalletParameters } from '../bitcoin/VirtualBitcoinWallet.ts'
import { createVirtualSolanaWallet } from '../solana/createVirtualSolanaWallet.ts'
import type { VirtualSolanaWallet, VirtualSolanaWalletParameters } from '../solana/VirtualSolanaWallet.ts'
import { announceStandardWallet } from '../standard/announceStandardWallet.ts'
import { createVirtualWallet } from '../wallet/createVirtualWallet.ts'
import type { VirtualWallet, VirtualWalletParameters } from '../wallet/VirtualWallet.ts'

/** What a test says of the other families of the wallet. */
export type PageFamilies = {
  solana?: Omit<VirtualSolanaWalletParameters, 'name' | 'icon' | 'storage' | 'send' | 'fetch'>
  bip122?: Omit<VirtualBitcoinWalletParameters, 'name' | 'icon' | 'storage' | 'send' | 'fetch'>
}

/** Where the wallets of a page are found by the tests that drive it, by rdns. */
export const pageWalletsKey = '__latchkeyVirtualWallets'

/** What a test says of the wallet that it puts into a page: all of it survives being sent there as JSON. */
export type PageWalletOptions = Omit<VirtualWalletParameters, 'storage' | 'fetch'> & {
  /** Keep permission, account and network over reloads, as real wallets do. Default true. */
  remember?: boolean
  /** The wallet is one of Solana and Bitcoin, too: it registers by the Wallet Standard under the same name. */
  families?: PageFamilies
}

/** The wallets of a page; of other families than EVM by rdns, a slash and the family. */
export type PageWithWallets = {
  [pageWalletsKey]?: Record<string, VirtualWallet | VirtualSolanaWallet | VirtualBitcoinWallet>
}

/** The halves of a wallet in a page; those of other families where its options have them. */
export type InstalledWallets = {
  eip155: VirtualWallet
  solana?: VirtualSolanaWallet | undefined
  bip122?: VirtualBitcoinWallet | undefined
}

/** Puts a wallet into this page and announces it. */
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

/** Pages without an origin of their own (`about:blank`, sandboxed frames) have none. */
function hasStorage(): boolean {
  try {
    return Boolean(localStorage)
  } catch {
    return false
  }
}
