import { createTheirApp, createTheirWallet } from './testing/createOracleClients.ts'
import { createOurApp, createOurWallet } from './testing/createOurClients.ts'
import { describePairs } from './testing/describePairs.ts'

describePairs({
  'our app, their walletkit 1.2.10': {
    app: (relay) => createOurApp(relay),
    wallet: (relay) => createTheirWallet('walletkit 1.2.10', relay),
  },
  'our app, their web3wallet 1.16.1': {
    app: (relay) => createOurApp(relay),
    wallet: (relay) => createTheirWallet('web3wallet 1.16.1', relay),
  },
  'their app 2.21.8, our wallet': {
    app: (relay) => createTheirApp('2.21.8', relay),
    wallet: (relay) => createOurWallet(relay),
  },
  'their app 2.17.1, our wallet': {
    app: (relay) => createTheirApp('2.17.1', relay),
    wallet: (relay) => createOurWallet(relay),
  },
  'our app, our wallet': {
    app: (relay) => createOurApp(relay),
    wallet: (relay) => createOurWallet(relay),
  },
})
