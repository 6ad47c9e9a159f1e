/** A link that may be followed, taken apart. */
export type LinkBase = {
  /** `web` is http or https; `app` is a scheme of an app's own. */
  kind: 'web' | 'app'
  /** All before the query, without slashes at the end: `https://host/path`, `foo://bar`, or `foo:` where nothing follows. */
  front: string
  /** What follows the question mark; empty where there is none. */
  query: string
}

/** Schemes that a browser runs or reads by itself, or that hand a page to something else than a wallet. */
const refusedSchemes = new Set(
  'javascript data vbscript file filesystem blob about view-source chrome chrome-extension moz-extension edge brave opera vivaldi ws wss ftp mailto tel sms intent content android-app jar resource'.split(
    ' ',
  ),
)

/**
 * Reads the base of a wallet's links: its own scheme (`foo://`, `foo://bar/`, `foo:`) or a web address. Lists of wallets come
 * from elsewhere, so everything that is not clearly one of the two is refused.
 *
 * @returns undefined for a link that must not be followed: a scheme that runs something, spaces or control characters, a name
 * and password, a fragment
 */
export function readLinkBase(base: string | null | undefined): LinkBase | undefined {
  const match = /^([a-z][a-z0-9+.-]*):(\/{0,2})([^?#]*)(?:\?([^#]*))?$/i.exec(base ?? '')
  if (!match || /[^\x21-\x7e]|[\\<>"'`{}|^]/.test(match[0])) return undefined
  const [, name = '', slashes = '', path = '', query = ''] = match
  const scheme = name.toLowerCase()
  if (refusedSchemes.has(scheme)) return undefined
  const isWeb = scheme === 'https' || scheme === 'http'
  // An app's link without slashes is its bare scheme; `foo:bar` would be read in too many ways.
  if (isWeb ? slashes !== '//' : slashes !== '//' && path !== '') return undefined
  if (path.includes('//') || path.includes('@') || path.startsWith('/') || query.includes('?')) return undefined
  if (isWeb && !/^[a-z0-9.-]+(?::\d{1,5})?(?:\/|$)/i.test(path)) return undefined
  const trimmed = path.replace(/\/$/, '')
  return { kind: isWeb ? 'web' : 'app', front: trimmed ? `${scheme}://${trimmed}` : `${scheme}:`, query }
}
