import type { WalletListing } from '@latchkey/protocol/api'
import type { DeviceFacts } from './DeviceFacts.ts'
import { type LinkBase, readLinkBase } from './readLinkBase.ts'

/** A link to a wallet. Pass both values to an anchor, or synchronously to `window.open`. */
export type WalletLink = { href: string; target: '_self' | '_blank' | '_top' }

/** The links of a wallet's record. */
export type LinkListing = Pick<WalletListing, 'mobile_link' | 'desktop_link' | 'webapp_link' | 'link_mode'>

/** The properties of a device that determine which link works. */
export type LinkDevice = Pick<DeviceFacts, 'platform' | 'telegram' | 'inIframe' | 'standalone'>

/**
 * Builds a link to a wallet: `…/wc?` and the parameters.
 *
 * @param options.parameters an encoded query without the question mark
 * @returns undefined if the wallet has no such link for this device, or its link must not be followed
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
  // With a base that already has a pairing, the wallet might use either one.
  const usable = (bases || []).map(readLinkBase).filter((base) => base && !/(?:^|&)uri=/i.test(base.query))
  return usable.find((base) => base?.kind === 'web' || (choice !== 'web' && !device.telegram))
}

/**
 * Builds `…/wc?` with exactly one slash and one `wc`, whether or not the base contains it. Parameters of the base follow. If the base's
 * query ends in a link (`…?deeplink=foo://bar`), the parameters are added to that link.
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
  // Telegram opens only new windows.
  if (choice === 'web' || device.telegram) return '_blank'
  // A frame cannot navigate to an app; its page can.
  if (device.inIframe) return '_top'
  // On the home screen, a new window would be an in-app browser, which cannot open wallets.
  return base.kind === 'app' || device.standalone ? '_self' : '_blank'
}
