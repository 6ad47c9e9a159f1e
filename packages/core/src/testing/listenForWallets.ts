import type { Eip1193Provider } from '../connectors/Connector.ts'

/** A wallet's announcement (EIP-6963). */
type Announcement = { info: { uuid: string; name: string; icon: string; rdns: string }; provider: Eip1193Provider }

/** Collects announcements like another library on the page. */
export function listenForWallets(page: EventTarget): Announcement[] {
  const heard: Announcement[] = []
  page.addEventListener('eip6963:announceProvider', (event) => heard.push((event as CustomEvent<Announcement>).detail))
  return heard
}
