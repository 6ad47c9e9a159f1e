import { buildAppLink, type LinkDevice, type LinkListing, type WalletLink } from './buildAppLink.ts'

/**
 * Builds the link that passes a pairing to a wallet.
 *
 * - On a phone: the wallet's app link (`mobile_link`), or its universal link (`link_mode`) if that is missing. A scheme is preferred,
 *   because it never ends in a store or on a page without the pairing.
 * - In Telegram: only the universal link, because its web view refuses schemes. On Android, Telegram decodes links once too often, so the
 *   pairing is encoded twice.
 * - The target keeps this page with its pairing if a web page may open instead of an app.
 *
 * @param options.uri the pairing, `wc:…`
 * @param options.choice the app on this phone, a program on this computer, or the wallet's web page
 * @returns undefined if the wallet has no such link for this device, or its link must not be followed
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
  const encoded = encodeURIComponent(uri)
  const pairing = device.telegram && device.platform === 'android' ? encodeURIComponent(encoded) : encoded
  return buildAppLink({ listing, parameters: `uri=${pairing}`, choice, device })
}
