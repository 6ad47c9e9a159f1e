import { type TestWalletOptions, testWalletUrl } from './testWalletUrl.ts'

/** What {@link TestWallet} takes. */
export type TestWalletProps = TestWalletOptions

/**
 * Puts the "Local test wallet (sandbox)" of a running `npm start` into a page of Next.js or another framework while you develop: announced by
 * EIP-6963, with test money on the local chains. Renders nothing in a production build, and none of it is in there.
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
