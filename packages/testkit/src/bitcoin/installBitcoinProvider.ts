import type { VirtualBitcoinWallet } from './VirtualBitcoinWallet.ts'

/** What a page has of Bitcoin wallets that do not use the Wallet Standard. */
type BitcoinPage = { btc_providers?: { id: string; name: string; icon: string }[]; [key: string]: unknown }

/**
 * Puts a wallet into a page without the Wallet Standard: as a provider of the sats-connect protocol that lists itself in
 * `btc_providers` (WBIP004), or at `unisat`.
 *
 * @returns the function that takes it away
 */
export function installBitcoinProvider({
  wallet,
  interface: kind = 'sats-connect',
  id = 'VirtualBitcoinProvider',
  target = window,
}: {
  wallet: Pick<VirtualBitcoinWallet, 'sats' | 'unisat' | 'standard'>
  interface?: 'sats-connect' | 'unisat'
  /** Where on the page it stands. */
  id?: string
  target?: EventTarget
}): () => void {
  const page = target as unknown as BitcoinPage
  if (kind === 'unisat') {
    page.unisat = wallet.unisat
    return () => void delete page.unisat
  }
  const entry = { id, name: wallet.standard.name, icon: wallet.standard.icon }
  page[id] = wallet.sats
  page.btc_providers = [...(page.btc_providers ?? []), entry]
  return () => {
    delete page[id]
    page.btc_providers = (page.btc_providers ?? []).filter((other) => other !== entry)
  }
}
