import { isLocalHost } from './isLocalHost.ts'
import type { ServerConfig } from './ServerConfig.ts'

/** Finds missing requirements of sign-in (SIWX). Returns one sentence for each. */
export function findSiwxConflicts({ http, siwx, wallet, operators }: ServerConfig): string[] {
  if (!siwx) {
    return operators.length === 0
      ? []
      : [
          'operators: found accounts, but signing in is not configured; expected siwx, with which they sign in. Add "siwx": {}, or remove operators.',
        ]
  }
  const { keyFile, keyVariable } = siwx
  return [
    ...(keyFile || keyVariable || wallet?.keyFile || wallet?.keyVariable
      ? []
      : [
          'siwx.keyFile: found nothing, and no key of the wallet; expected the path of the key file for sign-ins (created if it is missing). Set it, or siwx.keyVariable.',
        ]),
    ...(keyFile && keyVariable
      ? ['siwx.keyVariable: found together with siwx.keyFile; expected one of the two. Remove one.']
      : []),
    // Without it the server cannot decide whether cookies need encryption, and it has no issuer for its tokens.
    ...(http.publicUrl
      ? findPlainAddress(http.publicUrl)
      : [
          'http.publicUrl: found nothing; signing in (siwx) needs to know where browsers reach this server, for its cookies. Set it, such as "https://api.example.com".',
        ]),
  ]
}

/** On plain http, an attacker on the network can read the cookies, and neighboring hosts can replace them. */
function findPlainAddress(publicUrl: string): string[] {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' || isLocalHost(hostname)) return []
  return [
    `http.publicUrl: found "${publicUrl}"; expected https, because signing in (siwx) sets cookies, which others can read and replace on plain http. Change it.`,
  ]
}
