import { type TestWalletOptions, testWalletUrl } from './testWalletUrl.ts'

/** A plugin of Vite, as far as it is needed here. */
export type TestWalletPlugin = {
  name: string
  apply: 'serve'
  transformIndexHtml: () => { tag: string; attrs: Record<string, string | boolean>; injectTo: 'head-prepend' }[]
}

/**
 * Puts the "Local test wallet (sandbox)" of a running `npm start` into every page that `vite` serves while you develop: announced by EIP-6963,
 * with test money on the local chains. It is never part of a build.
 *
 * @example
 * // vite.config.ts
 * import { testWallet } from '@latchkey/react/vite'
 *
 * export default defineConfig({ plugins: [react(), testWallet()] })
 */
export function testWallet(options: TestWalletOptions = {}): TestWalletPlugin {
  return {
    name: 'latchkey:test-wallet',
    apply: 'serve',
    transformIndexHtml: () => [
      { tag: 'script', attrs: { defer: true, src: testWalletUrl(options) }, injectTo: 'head-prepend' },
    ],
  }
}
