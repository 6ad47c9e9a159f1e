import type { WalletListing } from '@latchkey/protocol/api'
import type { LinkDevice, WalletLink } from './buildAppLink.ts'
import { readLinkBase } from './readLinkBase.ts'

/**
 * Builds the link that opens this page in the wallet's own browser, where the wallet is at hand without a pairing.
 *
 * The listing's `browse_link` says where the page's address goes: `{url}` is the address encoded, `{urlTwice}` encoded twice
 * (for a link inside a link), `{bare}` as it is but without `https://`, `{origin}` only its origin, encoded.
 *
 * @param options.pageUrl the page to show there, http or https
 * @returns undefined on a computer, where the wallet has no such link, or where it may not be followed
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
  // What fills a gap is plain while the template is judged: no page can make a link of it that the operator did not write.
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
