/** Where a site that `npm start` serves has the script of its test wallet. */
export const testWalletPath = '/__latchkey-sandbox-wallet.js'

/** How the test wallet is found. */
export type TestWalletOptions = {
  /** The token site that `npm start` printed. Default `http://localhost:7100`. */
  site?: string | undefined
}

/** The address of the script of the test wallet. */
export function testWalletUrl({ site = 'http://localhost:7100' }: TestWalletOptions): string {
  return new URL(testWalletPath, site).href
}
