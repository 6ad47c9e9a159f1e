export { type TestWalletPlugin, testWallet } from '../testWallet/testWallet.ts'
export { type TestWalletOptions, testWalletPath } from '../testWallet/testWalletUrl.ts'
