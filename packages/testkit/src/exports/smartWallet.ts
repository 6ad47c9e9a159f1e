export {
  installSmartWalletPage,
  type SmartWalletPageOptions,
  smartWalletPage,
} from '../smartWallet/installSmartWalletPage.ts'
