import type { App } from '../platform/http/App.ts'

/**
 * The headers that every response of the wallet's origin carries, refusals too. There is no CORS: no page of another origin may read
 * anything here.
 *
 * @param options.publicUrl an https address also says that it is to be reached by https only
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
