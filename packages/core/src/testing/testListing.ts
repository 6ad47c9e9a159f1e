import type { WalletListing } from '@latchkey/protocol/api'

/** Creates a wallet of a directory. Missing fields are empty. */
export function testListing(id: string, listing: Partial<WalletListing> = {}): WalletListing {
  return {
    id,
    name: id.charAt(0).toUpperCase() + id.slice(1),
    homepage: `https://${id}.example`,
    image_id: id,
    image_url: `https://api.test/getWalletImage/${id}`,
    order: 1,
    badge_type: null,
    chains: ['eip155:1'],
    mobile_link: null,
    desktop_link: null,
    webapp_link: null,
    link_mode: null,
    app_store: null,
    play_store: null,
    chrome_store: null,
    rdns: null,
    injected: null,
    ...listing,
  }
}
