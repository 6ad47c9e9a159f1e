import type { WalletListing } from '@latchkey/protocol/api'
import type { DeviceFacts } from './DeviceFacts.ts'
import { type LinkBase, readLinkBase } from './readLinkBase.ts'

/** Where a tap leads: give both to the anchor, or to `window.open` in the same turn as the tap. */
export type WalletLink = { href: string; target: '_self' | '_blank' | '_top' }

/** What of a listing the links are made from. */
export type LinkListing = Pick<WalletListing, 'mobile_link' | 'desktop_link' | 'webapp_link' | 'link_mode'>

/** What of a device decides which link works there. */
export type LinkDevice = Pick<DeviceFacts, 'platform' | 'telegram' | 'inIframe' | 'standalone'>

/**
 * Builds a link that hands something to a wallet: `…/wc?` and the parameters.
 *
 * @param options.parameters a query without the question mark, encoded as it should arrive
 * @returns undefined where the wallet has no such way here, or its link may not be followed
 */
export function buildAppLink({
  listing,
  parameters,
  choice,
  device,
}: {
  listing: LinkListing
  parameters: string
  choice: 'mobile' | 'desktop' | 'web'
  device: LinkDevice
}): WalletLink | undefined {
  const base = chooseBase({ listing, choice, device })
  return base && { href: join(base, parameters), target: chooseTarget({ base, choice, device }) }
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
 * `…/wc?` with exactly one slash, and `wc` once, whether the wallet counts it to its base or not. What the base asks for
 * besides stays behind the parameters; a base whose query ends in a link (`…?deeplink=foo://bar`) is handed that link, so the
 * parameters belong to it.
 */
function join({ front, query }: LinkBase, parameters: string): string {
  const start = front.endsWith(':') ? `${front}//` : front
  if (/=[a-z][a-z0-9+.-]*:\/\/[^&=]*$/i.test(query)) return `${start}?${toPairingPath(query)}?${parameters}`
  const path = toPairingPath(start)
  return `${path}?${parameters}${query ? `&${query}` : ''}`
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
