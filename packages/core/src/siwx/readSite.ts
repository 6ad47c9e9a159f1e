import type { SiwxMessageData } from './Siwx.ts'

/** Returns the site's fields of a sign-in message. The defaults come from the page's URL. */
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
