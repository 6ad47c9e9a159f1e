import { test as base } from '@playwright/test'
import { bundlePageScript, pageScriptGlobal } from '../bundle/bundlePageScript.ts'
import type { PageWalletOptions } from '../page/installVirtualWallet.ts'
import type { PairedWalletParameters } from '../paired/PairedWallet.ts'
import { createPairedHandle, type PairedHandle } from './PairedHandle.ts'
import { createFamilyHandle, createWalletHandle, type FamilyHandle, type WalletHandle } from './WalletHandle.ts'

const defaultRdns = 'dev.latchkey.virtual'

/** The fixtures that a test can use. */
export type WalletFixtures = {
  /** Set it with `test.use({ walletOptions: { accounts, chains } })`. */
  walletOptions: PageWalletOptions | undefined
  /** A virtual wallet in every page of the context, announced through EIP-6963. The handle controls the one in `page`. */
  wallet: WalletHandle
  /** The wallet's Solana part, if `walletOptions.families` contains it. */
  solanaWallet: FamilyHandle
  /** The wallet's Bitcoin part, if `walletOptions.families` contains it. */
  bitcoinWallet: FamilyHandle
  /** Set it with `test.use({ pairedWalletOptions: { relays, projectId, accounts, chains } })`. */
  pairedWalletOptions: PairedWalletParameters | undefined
  /** A wallet on another device that takes the code of the page. */
  pairedWallet: PairedHandle
}

/** Data that the fixture keeps for all tests of a worker. */
export type WalletWorkerFixtures = { walletScript: string }

/**
 * Playwright's `test` with a wallet in the page.
 *
 * @example
 * import { expect, test } from '@latchkey/testkit/playwright'
 *
 * test.use({ walletOptions: { accounts: [{ privateKey }], chains: { 31337: rpcUrl } } })
 * test('behavior: shows a refusal', async ({ page, wallet }) => {
 *   await page.goto('/')
 *   await wallet.setPolicy('reject')
 * })
 *
 * @example
 * test.use({ pairedWalletOptions: { relays: [relayUrl], projectId, accounts: [{ privateKey }], chains: [{ id, name, rpcUrl }] } })
 * test('behavior: connects a phone', async ({ page, pairedWallet }) => {
 *   await page.goto('/')
 *   await page.getByRole('button', { name: 'Connect' }).click()
 *   await pairedWallet.scan(page.getByRole('img', { name: 'QR code' }))
 *   await pairedWallet.waitForRequest({ method: 'wc_sessionPropose' })
 * })
 */
export const test = base.extend<WalletFixtures, WalletWorkerFixtures>({
  walletScript: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that are used from here.
    async ({}, use) => use(await bundlePageScript('../page/installVirtualWallet')),
    { scope: 'worker' },
  ],
  walletOptions: [undefined, { option: true }],
  wallet: async ({ page, walletOptions, walletScript }, use) => {
    if (!walletOptions) throw new Error('Give the wallet accounts and chains: test.use({ walletOptions: { … } })')
    await page.context().addInitScript({ content: toInitScript({ script: walletScript, options: walletOptions }) })
    await use(createWalletHandle({ page, rdns: walletOptions.rdns ?? defaultRdns }))
  },
  solanaWallet: async ({ page, walletOptions, wallet }, use) => {
    if (!wallet || !walletOptions?.families?.solana) throw new Error('The wallet has no Solana half: set `families`')
    await use(createFamilyHandle({ page, rdns: walletOptions.rdns ?? defaultRdns, family: 'solana' }))
  },
  bitcoinWallet: async ({ page, walletOptions, wallet }, use) => {
    if (!wallet || !walletOptions?.families?.bip122) throw new Error('The wallet has no Bitcoin half: set `families`')
    await use(createFamilyHandle({ page, rdns: walletOptions.rdns ?? defaultRdns, family: 'bip122' }))
  },
  pairedWalletOptions: [undefined, { option: true }],
  pairedWallet: async ({ pairedWalletOptions }, use) => {
    if (!pairedWalletOptions)
      throw new Error('Give the wallet relays, accounts and chains: test.use({ pairedWalletOptions: { … } })')
    const wallet = createPairedHandle(pairedWalletOptions)
    await use(wallet)
    wallet.destroy()
  },
})

/** The script that adds a virtual wallet to a page before the page's own scripts run. For use without the fixture. */
export function toInitScript({ script, options }: { script: string; options: PageWalletOptions }): string {
  return `${script};${pageScriptGlobal}.installVirtualWallet(${JSON.stringify(options)});`
}
