import type { VirtualBitcoinWallet } from './VirtualBitcoinWallet.ts'

/** The parts of a page that Bitcoin wallets without the Wallet Standard use. */
type BitcoinPage = { btc_providers?: { id: string; name: string; icon: string }[]; [key: string]: unknown }

/**
 * Adds a wallet to a page without the Wallet Standard: at `unisat`, or as a provider for the sats-connect protocol that lists itself in
 * `btc_providers` (WBIP004).
 *
 * @returns a function that removes it
 */
export function installBitcoinProvider({
  wallet,
  interface: kind = 'sats-connect',
  id = 'VirtualBitcoinProvider',
  target = window,
}: {
  wallet: Pick<VirtualBitcoinWallet, 'sats' | 'unisat' | 'standard'>
  interface?: 'sats-connect' | 'unisat'
  /** Name of the provider in the page. */
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
