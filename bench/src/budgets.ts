/**
 * What a page that holds the kit may download at most: bytes of gzip; `node scripts/checks/size.mjs` holds them. Raised twice: the host’s half by
 * 0.1 kB, for a hand-shake that survives what a page misses, and by 0.1 kB more for a frame that the wallet’s own windows can find. Then the first two, by 0.1 and
 * 0.7 kB: reads end after 10 s and are repeated, networks that the server does not serve are left out, and slow pictures give way to letters.
 * By 0.3 and 0.6 kB more: toasts stay off the wallet's card, the button marks a wallet that is not protected, a click waits for every family of
 * a wallet, Back leads back inside the modal, and a mailed code outlives a reload. The opening by 0.3 kB more: a toast after the login of a wallet that is
 * not protected offers to protect it, and disconnecting one asks once. By 0.1 kB more: a wallet
 * that a site has no way to reach says so. On load 0.1 kB more: the limits of a request, which kit and wallet share.
 */
export const budgets = {
  /** Before the click, over bare React. */
  load: 25_500,
  /** The first opening, beyond that. */
  opening: 61_700,
  /** Each later part. */
  part: 40_000,
  /** What a payment on Solana fetches beyond what any payment does. */
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
