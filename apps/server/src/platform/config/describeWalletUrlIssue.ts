import { isLocalHost } from './isLocalHost.ts'

/** Describes why a URL cannot be the wallet's origin. Returns undefined if it can. */
export function describeWalletUrlIssue(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, origin } = new URL(url)
  const issues = [
    ...(origin === url.replace(/\/$/, '') ? [] : [`expected an origin without a path, such as "${origin}"`]),
    // Passkeys work only on https and on localhost.
    ...(protocol === 'https:' || isLocalHost(hostname)
      ? []
      : ['expected https, because browsers keep no keys on plain http']),
  ]
  return issues.length === 0 ? undefined : issues.join('; ')
}
