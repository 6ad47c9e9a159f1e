export { expect } from '@playwright/test'
export { bundlePageScript } from '../bundle/bundlePageScript.ts'
export type { PageFamilies, PageWalletOptions } from '../page/installVirtualWallet.ts'
export type { PairedWalletParameters } from '../paired/PairedWallet.ts'
export { createPairedHandle, type PairedHandle } from '../playwright/PairedHandle.ts'
export { readCopied } from '../playwright/readCopied.ts'
export { readQrCode } from '../playwright/readQrCode.ts'
export {
  createFamilyHandle,
  createWalletHandle,
  type FamilyHandle,
  type WalletHandle,
} from '../playwright/WalletHandle.ts'
export { test, toInitScript, type WalletFixtures, type WalletWorkerFixtures } from '../playwright/walletTest.ts'
