declare module 'virtual:wallet-assets' {
  export const walletAssets: import('./WalletAssets.ts').WalletAssets
}
