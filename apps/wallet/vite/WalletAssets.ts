/** A release file with its hashed name and integrity. */
export type WalletAsset = { url: string; integrity: string }

/**
 * Files that the wallet's pages fetch at runtime, with the integrity of each. They are built into the main bundles, so that the hash
 * of a page's script covers all of them.
 */
export type WalletAssets = {
  /** Classic worker script that holds keys. */
  keyWorker: WalletAsset
  /** Classic worker script that the key worker starts for rare operations. */
  rareWorker: WalletAsset
  /** Classic worker script of clear signing; loaded for the first approval. */
  readerWorker: WalletAsset
  /** The BIP-39 English words, one per line. */
  wordList: WalletAsset
  /** JSON catalogs of all languages but English, by BCP 47 tag. */
  messages: Readonly<Record<string, WalletAsset>>
  /** JSON word lists of the password meter. */
  passwordDictionaries: WalletAsset
}

/**
 * Classic worker scripts that only Solana and Bitcoin requests need, or a login with Farcaster. The readers' hashes are in the frame's
 * second script, and the signers' in the worker that starts them.
 */
export type FamilyAssets = {
  /** Clear signing; loaded for the first approval of the family. */
  solanaReader: WalletAsset
  bitcoinReader: WalletAsset
  /** The rare worker starts them to sign, and ends them. */
  solanaSigner: WalletAsset
  bitcoinSigner: WalletAsset
  /** Draws a QR code, for a login with Farcaster. */
  codeDrawer: WalletAsset
  /** Computes the proof of work that the server requires before an email. */
  workSolver: WalletAsset
}
