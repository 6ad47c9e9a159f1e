import type { WalletListing } from '@latchkey/protocol/api'
import type { DeviceFacts } from './DeviceFacts.ts'
import { type LinkBase, readLinkBase } from './readLinkBase.ts'

/** Where a tap leads: give both to the anchor, or to `window.open` in the same turn as the tap. */
export type WalletLink = { href: string; target: '_self' | '_blank' | '_top' }

/** What of a listing the links are made from. */
type LinkListing = Pick<WalletListing, 'mobile_link' | 'desktop_link' | 'webapp_link' | 'link_mode'>

/** What of a device decides which link works there. */
export type LinkDevice = Pick<DeviceFacts, 'platform' | 'telegram' | 'inIframe' | 'standalone'>

/**
 * Builds the link that hands a pairing to a wallet.
 *
 * - Its app on this phone: what the wallet names first (`mobile_link`), its universal link (`link_mode`) where that is missing. A
 *   scheme comes before a universal link because it never ends in a shop or on a page that does not know the pairing.
 * - In Telegram the universal link alone: its web view refuses schemes. On Android it decodes a link once more than it should,
 *   so the pairing is encoded twice there.
 * - The target keeps this page, and with it the pairing, where a web address may open instead of an app.
 *
 * @param options.uri the pairing, `wc:…`
 * @param options.choice the app on this phone, a program on this computer, or the wallet's own web page
 * @returns undefined where the wallet has no such way here, or its link may not be followed
 * @example
 * buildWalletLink({ listing, uri, choice: 'mobile', device }) // { href: 'metamask://wc?uri=wc%3A…', target: '_self' }
 */
export function buildWalletLink({
  listing,
  uri,
  choice,
  device,
}: {
  listing: LinkListing
  uri: string
  choice: 'mobile' | 'desktop' | 'web'
  device: LinkDevice
}): WalletLink | undefined {
  if (!/^wc:[\x21-\x7e]+$/.test(uri)) return undefined
  const base = chooseBase({ listing, choice, device })
  if (!base) return undefined
  const encoded = encodeURIComponent(uri)
  const pairing = device.telegram && device.platform === 'android' ? encodeURIComponent(encoded) : encoded
  return { href: joinPairing(base, pairing), target: chooseTarget({ base, choice, device }) }
}

function chooseBase({
  listing,
  choice,
  device,
}: {
  listing: LinkListing
  choice: 'mobile' | 'desktop' | 'web'
  device: LinkDevice
}): LinkBase | undefined {
  const bases =
    choice === 'web'
      ? [listing.webapp_link]
      : choice === 'desktop'
        ? device.platform === 'desktop' && [listing.desktop_link]
        : device.platform !== 'desktop' && [listing.mobile_link, listing.link_mode]
  // A base that brings a pairing of its own would leave it to the wallet which one to take.
  const usable = (bases || []).map(readLinkBase).filter((base) => base && !/(?:^|&)uri=/i.test(base.query))
  return usable.find((base) => base?.kind === 'web' || (choice !== 'web' && !device.telegram))
}

/**
 * `…/wc?uri=` with exactly one slash, and `wc` once, whether the wallet counts it to its base or not. What the base asks for
 * besides stays behind the pairing; a base whose query ends in a link (`…?deeplink=foo://bar`) is handed that link, so the
 * pairing belongs to it.
 */
function joinPairing({ front, query }: LinkBase, pairing: string): string {
  if (/=[a-z][a-z0-9+.-]*:\/\/[^&=]*$/i.test(query)) return `${front}?${toPairingPath(query)}?uri=${pairing}`
  const path = toPairingPath(front.endsWith(':') ? `${front}//` : front)
  return `${path}?uri=${pairing}${query ? `&${query}` : ''}`
}

function toPairingPath(link: string): string {
  if (link.endsWith('://')) return `${link}wc`
  const path = link.replace(/\/$/, '')
  return path.endsWith('/wc') ? path : `${path}/wc`
}

function chooseTarget({
  base,
  choice,
  device,
}: {
  base: LinkBase
  choice: 'mobile' | 'desktop' | 'web'
  device: LinkDevice
}): WalletLink['target'] {
  // Telegram follows nothing but new windows.
  if (choice === 'web' || device.telegram) return '_blank'
  // A frame may not leave to an app by itself; its page may.
  if (device.inIframe) return '_top'
  // On the home screen a new window would be a browser inside the app, from which no wallet opens.
  return base.kind === 'app' || device.standalone ? '_self' : '_blank'
}
