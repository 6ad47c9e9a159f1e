import type { SiwxMessageData } from './Siwx.ts'

/** What the messages of a sign-in say of the site: the page's own address where the app gives none. */
export function readSite({
  domain,
  uri,
  statement,
}: {
  domain: string | undefined
  uri: string | undefined
  statement: string | undefined
}): Pick<SiwxMessageData, 'domain' | 'uri' | 'statement'> {
  const { host, origin } = typeof location === 'undefined' ? { host: '', origin: '' } : location
  return { domain: domain ?? host, uri: uri ?? origin, ...(statement === undefined ? {} : { statement }) }
}
