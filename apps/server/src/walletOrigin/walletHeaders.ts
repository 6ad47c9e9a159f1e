import type { App } from '../platform/http/App.ts'

/**
 * Returns the headers of every response from the wallet's origin, including refusals. There is no CORS, so pages of other origins cannot
 * read anything.
 *
 * @param options.publicUrl an https URL adds the header that requires https
 */
export function walletHeaders({ publicUrl }: { publicUrl: string }): App['replyHeaders'] {
  const fixed = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000' } : {}),
  }
  return ({ requestId }) => ({ ...fixed, 'x-request-id': requestId })
}
