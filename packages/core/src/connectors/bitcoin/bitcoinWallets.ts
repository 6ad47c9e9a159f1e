import { createBitcoinWallet } from './createBitcoinWallet.ts'
import { findBitcoinProviders } from './findBitcoinProviders.ts'

/** The code of the Bitcoin family, loaded only by apps with a Bitcoin network. */
export const bitcoinWallets = { createBitcoinWallet, findBitcoinProviders }

export type BitcoinWallets = typeof bitcoinWallets
