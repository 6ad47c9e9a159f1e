import { type TestWalletOptions, testWalletUrl } from './testWalletUrl.ts'

/** The part of Vite's plugin type that is needed here. */
export type TestWalletPlugin = {
  name: string
  apply: 'serve'
  transformIndexHtml: () => { tag: string; attrs: Record<string, string | boolean>; injectTo: 'head-prepend' }[]
}

/**
 * Adds the "Local test wallet (sandbox)" of a running `npm start` to every page that `vite` serves during development. The wallet is
 * announced by EIP-6963 and has test money on the local chains. It is never part of a build.
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
