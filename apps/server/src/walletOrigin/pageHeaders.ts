import type { ReplyHeaders } from '../platform/http/replyHeaders.ts'
import type { PagePolicyParts } from './readWalletBuild.ts'

/** Features that pages of the wallet never need. Passkeys, storage access and the clipboard stay as the browser and the site allow them. */
const permissions = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((name) => `${name}=()`)
  .join(', ')

/** Opener policy of a page that talks to its opener, and of an independent one. */
export type OpenerPolicy = 'unsafe-none' | 'same-origin'

/** Windows that talk to their opener: those of the frame, and those of a provider login. */
export function openerPolicyOf(path: string): OpenerPolicy {
  return /^\/(w\/(approve|unlock|recover|security|export|protect)|popup\/(oauth|done))$/.test(path)
    ? 'unsafe-none'
    : 'same-origin'
}

/**
 * Returns the headers of a page. Only the scripts and styles of the build run, by their hashes, and requests only go to the wallet's
 * origin.
 *
 * @param options.ancestors origins that can embed the page, as the sources of `frame-ancestors`
 * @param options.opener undefined for the frame, because an embedded page has no opener policy
 */
export function pageHeaders({
  page: { scriptHashes, styleHashes, usesWorker },
  ancestors,
  opener,
}: {
  page: PagePolicyParts
  ancestors: string
  opener?: OpenerPolicy
}): ReplyHeaders {
  const isFramed = opener === undefined
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${quote(scriptHashes)}`,
      `style-src ${quote(styleHashes)}`,
      "connect-src 'self'",
      'img-src data:',
      `worker-src ${usesWorker ? 'blob:' : "'none'"}`,
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
      `frame-ancestors ${ancestors}`,
      "require-trusted-types-for 'script'",
      `trusted-types ${usesWorker ? 'ew-worker' : "'none'"}`,
    ].join('; '),
    'cache-control': 'no-store',
    'origin-agent-cluster': '?1',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': isFramed ? 'cross-origin' : 'same-origin',
    ...(isFramed ? {} : { 'cross-origin-opener-policy': opener }),
    'permissions-policy': permissions,
  }
}

function quote(hashes: readonly string[]): string {
  return hashes.length === 0 ? "'none'" : hashes.map((hash) => `'${hash}'`).join(' ')
}
