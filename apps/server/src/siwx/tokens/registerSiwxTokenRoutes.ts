import { createSiwxToken, getSiwxKeys } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { App } from '../../platform/http/App.ts'
import { registerEndpoint } from '../../platform/http/registerEndpoint.ts'
import { toCookieCall } from '../toCookieCall.ts'
import type { SiwxTokens } from './createSiwxTokens.ts'

/** Seconds for which caches can keep the public keys. A new key is published much longer before it signs. */
const keysMaxAge = 300

/**
 * Registers `POST /v1/siwx/token` and `GET /.well-known/jwks.json`.
 *
 * @param options.tokens undefined if the server has no sign-in
 */
export function registerSiwxTokenRoutes({ app, tokens }: { app: App; tokens: SiwxTokens | undefined }): void {
  const own = (): SiwxTokens => {
    if (tokens) return tokens
    throw new ServiceError('siwx_unavailable')
  }

  registerEndpoint(app, createSiwxToken, ({ body }, call) => own().create(toCookieCall(call), body))
  registerEndpoint(app, getSiwxKeys, async (_, { header }) => {
    const keys = await own().listKeys()
    header('cache-control', `public, max-age=${keysMaxAge}`)
    return keys
  })
}
