import type { AuthorizationServer } from 'oauth4webapi'
import type { SocialEndpoints } from '../../platform/config/socialConfig.ts'

/** Returns the endpoints of a provider without discovery: the known ones, replaced by the operator's. */
export function fixedServer(
  known: { issuer: string; authorization: string; token: string; jwks?: string },
  endpoints: SocialEndpoints,
): () => Promise<AuthorizationServer> {
  const jwks = endpoints.jwks ?? known.jwks
  // Another server assigns its own user ids, which must never be mixed with those of the public one.
  const issuer = endpoints.issuer ?? (endpoints.token === undefined ? known.issuer : new URL(endpoints.token).origin)
  // One object for all logins, because the library caches the keys of ID tokens by it.
  const server: AuthorizationServer = {
    issuer,
    authorization_endpoint: endpoints.authorization ?? known.authorization,
    token_endpoint: endpoints.token ?? known.token,
    ...(jwks === undefined ? {} : { jwks_uri: jwks }),
  }
  return async () => server
}
