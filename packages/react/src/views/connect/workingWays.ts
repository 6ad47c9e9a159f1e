import type { Latchkey, WalletChoice, WalletEntry } from '@latchkey/core'

/**
 * Returns the ways to a wallet that lead to a connection. If pairings reach other wallets but not this one, installing its app
 * is useful only if the app can open this page.
 */
export function workingWays({
  latchkey: { pairing, wallets },
  wallet,
  choices = wallets.choicesOf({ wallet }),
}: {
  latchkey: Pick<Latchkey, 'pairing' | 'wallets'>
  wallet: WalletEntry
  choices?: readonly WalletChoice[]
}): readonly WalletChoice[] {
  if (!pairing.isAvailable || pairing.canReach({ wallet })) return choices
  return choices.filter(
    (choice) => choice.type !== 'install' || isUsable({ wallets, wallet, choices, install: choice }),
  )
}

/** Whether a wallet works here after its installation: as an extension of this browser, or through another way to its app. */
export function isUsable({
  wallets,
  wallet,
  choices,
  install,
}: {
  wallets: Pick<Latchkey['wallets'], 'isMobile'>
  wallet: WalletEntry
  choices: readonly WalletChoice[]
  install: Extract<WalletChoice, { type: 'install' }>
}): boolean {
  return isExtension({ wallets, wallet, install }) || choices.some(({ type }) => type !== 'install')
}

/** Whether the download is a browser extension, which the page finds after a reload. */
export function isExtension({
  wallets,
  wallet,
  install: { store },
}: {
  wallets: Pick<Latchkey['wallets'], 'isMobile'>
  wallet: WalletEntry
  install: Extract<WalletChoice, { type: 'install' }>
}): boolean {
  return store === 'chrome' || (store === 'homepage' && !wallets.isMobile() && wallet.listing?.chrome_store != null)
}
