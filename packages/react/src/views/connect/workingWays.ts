import type { Latchkey, WalletChoice, WalletEntry } from '@latchkey/core'

/**
 * The ways to a wallet that lead to a connection. Where pairings reach other wallets but not this one, getting its app is of
 * no use, unless the app can open this page.
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

/** Whether a wallet that is got here can be used here: it comes into this browser, or another of its ways leads to its app. */
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

/** Whether what is got comes into this browser, which finds it when the page is loaded anew. */
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
