/** Path of the test wallet's script on a site that `npm start` serves. */
export const testWalletPath = '/__latchkey-sandbox-wallet.js'

/** Where to find the test wallet. */
export type TestWalletOptions = {
  /** URL of the token site that `npm start` printed. Default `http://localhost:7100`. */
  site?: string | undefined
}

/** Returns the URL of the test wallet's script. */
export function testWalletUrl({ site = 'http://localhost:7100' }: TestWalletOptions): string {
  return new URL(testWalletPath, site).href
}
