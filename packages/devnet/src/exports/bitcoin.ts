export type { BitcoinParameters, DevnetBitcoin, LocalBitcoin } from '../bitcoin/LocalBitcoin.ts'
export { startBitcoin } from '../bitcoin/startBitcoin.ts'
export { bitcoinAccounts, type DevnetBitcoinAccount, type DevnetBitcoinKey } from '../bitcoin/world/accounts.ts'
