import { announceVirtualWallet } from '../announce/announceVirtualWallet.ts'
import { createVirtualBitcoinWallet } from '../bitcoin/createVirtualBitcoinWallet.ts'
import type { VirtualBitcoinWallet, VirtualBitcoinWalletParameters } from '../bitcoin/VirtualBitcoinWallet.ts'
import type { WalletPolicy } from '../owner/Owner.ts'
import { createVirtualSolanaWallet } from '../solana/createVirtualSolanaWallet.ts'
import type { VirtualSolanaWallet, VirtualSolanaWalletParameters } from '../solana/VirtualSolanaWallet.ts'
import { announceStandardWallet } from '../standard/announceStandardWallet.ts'
import { createVirtualWallet } from '../wallet/createVirtualWallet.ts'
import type { VirtualWallet, VirtualWalletParameters } from '../wallet/VirtualWallet.ts'

type Shared = 'name' | 'icon' | 'policy' | 'storage'

/** Parameters of {@link createVirtualMultiWallet}. */
export type VirtualMultiWalletParameters = {
  name?: string
  icon?: string
  policy?: WalletPolicy
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  eip155: Omit<VirtualWalletParameters, Shared>
  solana: Omit<VirtualSolanaWalletParameters, Shared>
  bip122: Omit<VirtualBitcoinWalletParameters, Shared>
}

/** One wallet for three families. */
export type VirtualMultiWallet = {
  eip155: VirtualWallet
  solana: VirtualSolanaWallet
  bip122: VirtualBitcoinWallet
  setPolicy: (policy: WalletPolicy) => void
  disappear: () => void
  /** Announces the wallet through EIP-6963 and registers it through the Wallet Standard. Returns a function that reverts both. */
  announce: (options?: { target?: EventTarget }) => () => void
}

/**
 * Creates a wallet that supports three families under one name, like many real ones.
 *
 * @example createVirtualMultiWallet({ eip155: { accounts, chains }, solana: { accounts }, bip122: { accounts } }).announce()
 */
export function createVirtualMultiWallet({
  name = 'Virtual Multichain Wallet',
  eip155,
  solana,
  bip122,
  ...rest
}: VirtualMultiWalletParameters): VirtualMultiWallet {
  const wallets = {
    eip155: createVirtualWallet({ rdns: 'dev.latchkey.multichain', ...eip155, ...rest, name }),
    solana: createVirtualSolanaWallet({ ...solana, ...rest, name }),
    bip122: createVirtualBitcoinWallet({ ...bip122, ...rest, name }),
  }
  const all = Object.values(wallets)
  return {
    ...wallets,
    setPolicy: (policy) => {
      for (const wallet of all) wallet.setPolicy(policy)
    },
    disappear: () => {
      for (const wallet of all) wallet.disappear()
    },
    announce: ({ target = window } = {}) => {
      const stops = [
        announceVirtualWallet({ wallet: wallets.eip155, target }),
        announceStandardWallet({ wallet: wallets.solana, target }),
        announceStandardWallet({ wallet: wallets.bip122, target }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
