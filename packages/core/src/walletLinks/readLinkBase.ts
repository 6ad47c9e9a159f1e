/** A parsed link that may be followed. */
export type LinkBase = {
  /** `web` is HTTP or HTTPS; `app` is the scheme of an app. */
  kind: 'web' | 'app'
  /** Everything before the query, without trailing slashes: `https://host/path`, `foo://bar`, or `foo:` if nothing follows. */
  front: string
  /** The query without the question mark; empty if there is none. */
  query: string
}

/** Schemes that a browser executes or handles itself, or that open something other than a wallet. */
const refusedSchemes = new Set(
  'javascript data vbscript file filesystem blob about view-source chrome chrome-extension moz-extension edge brave opera vivaldi ws wss ftp mailto tel sms intent content android-app jar resource'.split(
    ' ',
  ),
)

/**
 * Parses the base of a wallet's links: its own scheme (`foo://`, `foo://bar/`, `foo:`) or a web URL. Lists of wallets come from third
 * parties, so everything else is refused.
 *
 * @returns undefined for a link that must not be followed: an executable scheme, spaces or control characters, credentials, a fragment
 */
export function readLinkBase(base: string | null | undefined): LinkBase | undefined {
  const match = /^([a-z][a-z0-9+.-]*):(\/{0,2})([^?#]*)(?:\?([^#]*))?$/i.exec(base ?? '')
  if (!match || /[^\x21-\x7e]|[\\<>"'`{}|^]/.test(match[0])) return undefined
  const [, name = '', slashes = '', path = '', query = ''] = match
  const scheme = name.toLowerCase()
  if (refusedSchemes.has(scheme)) return undefined
  const isWeb = scheme === 'https' || scheme === 'http'
  // An app's link without slashes is only its scheme, because `foo:bar` is ambiguous.
  if (isWeb ? slashes !== '//' : slashes !== '//' && path !== '') return undefined
  if (path.includes('//') || path.includes('@') || path.startsWith('/') || query.includes('?')) return undefined
  if (isWeb && !/^[a-z0-9.-]+(?::\d{1,5})?(?:\/|$)/i.test(path)) return undefined
  const trimmed = path.replace(/\/$/, '')
  return { kind: isWeb ? 'web' : 'app', front: trimmed ? `${scheme}://${trimmed}` : `${scheme}:`, query }
}
