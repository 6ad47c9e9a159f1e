import { createBitcoinWallet } from './createBitcoinWallet.ts'
import { findBitcoinProviders } from './findBitcoinProviders.ts'

/** The code of the Bitcoin family, fetched only by apps that have a network of it. */
export const bitcoinWallets = { createBitcoinWallet, findBitcoinProviders }

/** The code of the Bitcoin family. */
export type BitcoinWallets = typeof bitcoinWallets
