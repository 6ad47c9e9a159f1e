import { isLocalHost } from './isLocalHost.ts'
import type { ServerConfig } from './ServerConfig.ts'

/** Finds missing requirements of sign-in (SIWX). Returns one sentence for each. */
export function findSiwxConflicts({ http, siwx, wallet, operators }: ServerConfig): string[] {
  if (!siwx) {
    return operators.length === 0
      ? []
      : [
          'operators: found accounts, but nobody can sign in; expected siwx for them to sign in with. Add "siwx": {}, or remove operators.',
        ]
  }
  const { keyFile, keyVariable } = siwx
  return [
    ...(keyFile || keyVariable || wallet?.keyFile || wallet?.keyVariable
      ? []
      : [
          'siwx.keyFile: found nothing, and no key of the wallet either; expected the path of the file with the key for signing in (made when it is missing). Set it, or siwx.keyVariable.',
        ]),
    ...(keyFile && keyVariable
      ? ['siwx.keyVariable: found beside siwx.keyFile; expected one of the two. Remove one.']
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
    `http.publicUrl: found "${publicUrl}"; expected https, because signing in (siwx) gives cookies, which others read and replace on plain http. Change it.`,
  ]
}
