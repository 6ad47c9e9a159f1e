export { expect } from '@playwright/test'
export { bundlePageScript } from '../bundle/bundlePageScript.ts'
export type { PageFamilies, PageWalletOptions } from '../page/installVirtualWallet.ts'
export {
  createFamilyHandle,
  createWalletHandle,
  type FamilyHandle,
  type WalletHandle,
} from '../playwright/WalletHandle.ts'
export { test, toInitScript, type WalletFixtures, type WalletWorkerFixtures } from '../playwright/walletTest.ts'
