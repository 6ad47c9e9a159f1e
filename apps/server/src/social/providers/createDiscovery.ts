import {
  type AuthorizationServer,
  allowInsecureRequests,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { SocialEndpoints } from '../../platform/config/socialConfig.ts'

/** Milliseconds for which discovered endpoints are cached. */
const life = 60 * 60 * 1000

/**
 * Discovers a provider's endpoints from its issuer (OpenID Connect Discovery 1.0), once an hour. The operator's URLs replace them. If
 * discovery fails, the last result stays in use.
 */
export function createDiscovery({
  issuer,
  endpoints,
  signal,
  clock,
}: {
  issuer: string
  endpoints: SocialEndpoints
  signal: () => AbortSignal
  clock: Clock
}): () => Promise<AuthorizationServer> {
  let known: { server: AuthorizationServer; at: number } | undefined
  let asking: Promise<AuthorizationServer> | undefined

  const discover = async () => {
    const url = new URL(issuer)
    const response = await discoveryRequest(url, {
      signal: signal(),
      [allowInsecureRequests]: url.protocol === 'http:',
    })
    const found = await processDiscoveryResponse(url, response)
    const { authorization, token, jwks } = endpoints
    const server = {
      ...found,
      ...(authorization === undefined ? {} : { authorization_endpoint: authorization }),
      ...(token === undefined ? {} : { token_endpoint: token }),
      ...(jwks === undefined ? {} : { jwks_uri: jwks }),
    }
    known = { server, at: clock.now() }
    return server
  }

  return async () => {
    if (known && clock.now() - known.at < life) return known.server
    asking ??= discover().finally(() => {
      asking = undefined
    })
    return asking.catch((error) => {
      if (known) return known.server
      throw error
    })
  }
}
