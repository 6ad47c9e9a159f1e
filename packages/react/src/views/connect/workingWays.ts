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
  const isUseful = (choice: WalletChoice) =>
    choice.type !== 'install' ||
    choice.store === 'chrome' ||
    (choice.store === 'homepage' && !wallets.isMobile()
      ? wallet.listing?.chrome_store != null
      : choices.some(({ type }) => type === 'browse'))
  return choices.filter(isUseful)
}
