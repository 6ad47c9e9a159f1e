import { buildAppLink, type LinkDevice, type LinkListing, type WalletLink } from './buildAppLink.ts'

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
  const encoded = encodeURIComponent(uri)
  const pairing = device.telegram && device.platform === 'android' ? encodeURIComponent(encoded) : encoded
  return buildAppLink({ listing, parameters: `uri=${pairing}`, choice, device })
}
