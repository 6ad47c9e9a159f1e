import type { WalletListing } from '@latchkey/protocol/api'
import type { LinkDevice, WalletLink } from './buildAppLink.ts'
import { readLinkBase } from './readLinkBase.ts'

/**
 * Builds the link that opens this page in a wallet's in-app browser, where the wallet needs no pairing.
 *
 * The listing's `browse_link` is a template with these placeholders:
 *
 * - `{url}`: the encoded page URL
 * - `{urlTwice}`: encoded twice, for a link inside a link
 * - `{bare}`: the URL without `https://`
 * - `{origin}`: the encoded origin
 *
 * @param options.pageUrl the page to open, HTTP or HTTPS
 * @returns undefined on a computer, if the wallet has no such link, or if it must not be followed
 * @example
 * buildBrowseLink({ listing: { browse_link: 'https://go.cb-w.com/dapp?cb_url={url}' }, pageUrl: 'https://example.com/', device })
 */
export function buildBrowseLink({
  listing,
  pageUrl,
  device,
}: {
  listing: Pick<WalletListing, 'browse_link'>
  pageUrl: string
  device: LinkDevice
}): WalletLink | undefined {
  const template = listing.browse_link
  const page = parsePage(pageUrl)
  if (!template || !page || device.platform === 'desktop') return undefined
  const encoded = encodeURIComponent(page.href)
  const values: Record<string, string> = {
    url: encoded,
    urlTwice: encodeURIComponent(encoded),
    bare: `${page.host}${page.pathname}${page.search}`,
    origin: encodeURIComponent(page.origin),
  }
  // The template is validated with plain placeholders, so that no page URL can change the link that the operator wrote.
  const front = /^[^{]*/.exec(template)?.[0] ?? ''
  const base = readLinkBase(
    template.replace(/\{(\w+)\}/g, (gap, name: string) => (Object.hasOwn(values, name) ? 'x' : gap)),
  )
  if (!base || front === template || !/^[a-z][a-z0-9+.-]*:\/\/[^/?]+[/?]/i.test(front)) return undefined
  if (base.kind === 'app' && device.telegram) return undefined
  const href = template.replace(/\{(\w+)\}/g, (_gap, name: string) => values[name] ?? '')
  if (device.telegram) return { href, target: '_blank' }
  return { href, target: device.inIframe ? '_top' : base.kind === 'app' || device.standalone ? '_self' : '_blank' }
}

function parsePage(pageUrl: string): URL | undefined {
  let page: URL
  try {
    page = new URL(pageUrl)
  } catch {
    return undefined
  }
  const isPlain = page.username === '' && page.password === ''
  return isPlain && (page.protocol === 'https:' || page.protocol === 'http:') ? page : undefined
}
