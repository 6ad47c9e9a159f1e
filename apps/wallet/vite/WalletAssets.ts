/** A file of the release, by its hashed name and what its bytes must be. */
export type WalletAsset = { url: string; integrity: string }

/**
 * What the wallet's pages fetch while they run, with the integrity of each: baked into the main bundles, so that the hash of a
 * page's script vouches for all of it.
 */
export type WalletAssets = {
  /** Classic worker script that holds keys. */
  keyWorker: WalletAsset
  /** Classic worker script that the key worker starts for what is seldom done. */
  rareWorker: WalletAsset
  /** Classic worker script of clear signing; loaded for the first approval. */
  readerWorker: WalletAsset
  /** The BIP-39 English words, one per line. */
  wordList: WalletAsset
  /** JSON catalogues of all languages but English, by BCP 47 tag. */
  messages: Readonly<Record<string, WalletAsset>>
  /** JSON word lists of the password meter. */
  passwordDictionaries: WalletAsset
}

/**
 * What only requests of Solana and Bitcoin need, or a login with Farcaster: classic worker scripts, of which the readers are baked into the frame's second script, and
 * the signers into the worker that starts them.
 */
export type FamilyAssets = {
  /** Clear signing; loaded for the first approval of the family. */
  solanaReader: WalletAsset
  bitcoinReader: WalletAsset
  /** The rare worker starts them to sign, and ends them. */
  solanaSigner: WalletAsset
  bitcoinSigner: WalletAsset
  /** Draws a code, for a login with Farcaster. */
  codeDrawer: WalletAsset
  /** Computes what the server asks for before it sends a mail. */
  workSolver: WalletAsset
}
