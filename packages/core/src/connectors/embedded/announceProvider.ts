import type { Eip1193Provider } from '../Connector.ts'
import { embeddedRdns } from './EmbeddedWallet.ts'
import { walletIcon } from './walletIcon.ts'

/**
 * Announces the embedded wallet to other libraries on the page, now and on each request. Source: EIP-6963.
 *
 * @returns a function that stops the announcements
 */
export function announceProvider({
  page,
  provider,
  name,
}: {
  page: EventTarget
  provider: Eip1193Provider
  name: string
}): () => void {
  const info = Object.freeze({ uuid: crypto.randomUUID(), name, icon: walletIcon, rdns: embeddedRdns })
  const detail = Object.freeze({ info, provider })
  const announce = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  page.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => page.removeEventListener('eip6963:requestProvider', announce)
}
