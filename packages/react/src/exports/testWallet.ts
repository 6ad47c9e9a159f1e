export { TestWallet, type TestWalletProps } from '../testWallet/TestWallet.tsx'
