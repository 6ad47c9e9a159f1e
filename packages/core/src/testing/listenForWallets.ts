import type { Eip1193Provider } from '../connectors/Connector.ts'

/** What a wallet says of itself (EIP-6963). */
type Announcement = { info: { uuid: string; name: string; icon: string; rdns: string }; provider: Eip1193Provider }

/** What another library of the page hears. */
export function listenForWallets(page: EventTarget): Announcement[] {
  const heard: Announcement[] = []
  page.addEventListener('eip6963:announceProvider', (event) => heard.push((event as CustomEvent<Announcement>).detail))
  return heard
}
