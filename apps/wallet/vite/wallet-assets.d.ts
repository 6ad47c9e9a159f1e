declare module 'virtual:wallet-assets' {
  export const walletAssets: import('./WalletAssets.ts').WalletAssets
}

declare module 'virtual:family-assets' {
  export const familyAssets: import('./WalletAssets.ts').FamilyAssets
}
