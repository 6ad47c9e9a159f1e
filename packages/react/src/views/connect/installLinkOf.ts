import type { WalletListing } from '@latchkey/protocol/api'

/** Where a wallet can be had: the browser's shop on a desktop, the phone's own on a phone, else its site. */
export function installLinkOf(listing: WalletListing, userAgent: string = navigator.userAgent): string | undefined {
  const links = /android/i.test(userAgent)
    ? [listing.play_store, listing.homepage]
    : /iphone|ipad|ipod/i.test(userAgent)
      ? [listing.app_store, listing.homepage]
      : [listing.chrome_store, listing.homepage, listing.webapp_link]
  return links.find((link): link is string => typeof link === 'string' && /^https:\/\//.test(link))
}
