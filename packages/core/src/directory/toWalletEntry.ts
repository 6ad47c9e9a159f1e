import type { WalletListing } from '@latchkey/protocol/api'
import type { CustomWallet } from '../LatchkeyConfig.ts'
import type { WalletEntry } from './WalletsFeature.ts'

/**
 * Converts a record of the directory to an entry. Icons come from the operator's server or from the record, so the page makes no foreign
 * requests.
 */
export function toWalletEntry({ listing, apiUrl }: { listing: WalletListing; apiUrl: string }): WalletEntry {
  const { id, name, rdns } = listing
  return { id: rdns ?? id, name, icon: toIcon({ listing, apiUrl }), rdns, connectors: [], listing, recent: false }
}

function toIcon({
  listing: { image_id, image_url },
  apiUrl,
}: {
  listing: WalletListing
  apiUrl: string
}): string | null {
  if (image_url.startsWith('data:image/')) return image_url
  if (!image_id) return null
  try {
    if (new URL(image_url).origin === new URL(apiUrl).origin) return image_url
  } catch {
    // The URL is invalid. The server's own URL is used instead.
  }
  return `${apiUrl.replace(/\/+$/, '')}/getWalletImage/${encodeURIComponent(image_id)}`
}

/** Converts a custom wallet of the app to a record of the directory. The app is responsible for its icon. */
export function toCustomListing({
  id,
  name,
  homepage,
  imageUrl,
  mobileLink,
  desktopLink,
  webappLink,
  rdns,
  relay,
}: CustomWallet): WalletListing {
  return {
    id,
    name,
    homepage,
    image_id: '',
    image_url: imageUrl ?? '',
    order: 0,
    badge_type: null,
    chains: [],
    mobile_link: mobileLink ?? null,
    desktop_link: desktopLink ?? null,
    webapp_link: webappLink ?? null,
    link_mode: null,
    app_store: null,
    play_store: null,
    chrome_store: null,
    rdns: rdns ?? null,
    injected: null,
    relay: relay ?? null,
  }
}
