import { type TestWalletOptions, testWalletUrl } from './testWalletUrl.ts'

export type TestWalletProps = TestWalletOptions

/**
 * Adds the "Local test wallet (sandbox)" of a running `npm start` to a page of Next.js or another framework during development. The wallet
 * is announced by EIP-6963 and has test money on the local chains. Renders nothing in a production build, which contains none of its code.
 *
 * @example
 * // app/layout.tsx
 * import { TestWallet } from '@latchkey/react/test-wallet'
 *
 * <body><TestWallet />{children}</body>
 */
export function TestWallet({ site }: TestWalletProps) {
  return process.env.NODE_ENV === 'development' ? <script async src={testWalletUrl({ site })} /> : null
}
