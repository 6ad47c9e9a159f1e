import { createTheirApp, createTheirWallet } from './testing/createOracleClients.ts'
import { describePairs, type PairMakers } from './testing/describePairs.ts'
import type { OracleAppVersion, OracleWalletVersion } from './testing/oracleModules.ts'

const pair = (app: OracleAppVersion, wallet: OracleWalletVersion): PairMakers => ({
  app: (relay) => createTheirApp(app, relay),
  wallet: (relay) => createTheirWallet(wallet, relay),
})

// These pairs check that the relay meets the expectations of other clients.
describePairs({
  'their app 2.21.8, their walletkit 1.2.10': pair('2.21.8', 'walletkit 1.2.10'),
  'their app 2.17.1, their web3wallet 1.16.1': pair('2.17.1', 'web3wallet 1.16.1'),
  'their app 2.21.8, their web3wallet 1.16.1': pair('2.21.8', 'web3wallet 1.16.1'),
  'their app 2.17.1, their walletkit 1.2.10': pair('2.17.1', 'walletkit 1.2.10'),
})
