/**
 * Limits of a page with the kit, in bytes of gzip; `node scripts/checks/size.mjs` checks them. They were raised in these steps:
 *
 * - host's half: 0.1 kB for a handshake that survives lost messages, and 0.1 kB for a frame that the wallet's windows can find
 * - load and opening: 0.1 and 0.7 kB. Reads end after 10 s and are retried, unserved networks are left out, and slow images become letters.
 * - load and opening: 0.3 and 0.6 kB. Toasts stay off the wallet's card, and the button marks an unprotected wallet. A click waits for
 *   every family of a wallet, Back stays inside the modal, and a login code survives a reload.
 * - opening: 0.3 kB for the toast that offers to protect a wallet, and the question before an unprotected wallet disconnects
 * - opening: 0.1 kB for the note about a wallet that the site cannot reach
 * - load: 0.1 kB for the limits of a request, which kit and wallet share
 */
export const budgets = {
  /** Before the click, over bare React. */
  load: 25_500,
  /** The first opening, beyond that. */
  opening: 61_700,
  /** Each later part. */
  part: 40_000,
  /** Chunks of a payment on Solana, in addition to those of any payment. */
  solana: 40_000,
  /** The same on Bitcoin. */
  bitcoin: 70_000,
  /** The host's half of the embedded wallet. */
  walletHost: 3_200,
  /** `createLatchkey` alone, with the bundler's own loader of chunks; packages/core/src/createLatchkey.test.ts holds this one and the next. */
  core: 21_900,
  /** That, with every part that it may ever ask for. */
  coreTotal: 326_000,
} as const
