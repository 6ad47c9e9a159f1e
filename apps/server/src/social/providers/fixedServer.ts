import type { AuthorizationServer } from 'oauth4webapi'
import type { SocialEndpoints } from '../../platform/config/socialConfig.ts'

/** The addresses of a provider that publishes none: those that are known, with the operator's in their place. */
export function fixedServer(
  known: { issuer: string; authorization: string; token: string; jwks?: string },
  endpoints: SocialEndpoints,
): () => Promise<AuthorizationServer> {
  const jwks = endpoints.jwks ?? known.jwks
  // Somebody else's server counts its people anew: its ids must never meet those of the public one.
  const issuer = endpoints.issuer ?? (endpoints.token === undefined ? known.issuer : new URL(endpoints.token).origin)
  // One object for all logins: the library keeps the keys of id_tokens by it.
  const server: AuthorizationServer = {
    issuer,
    authorization_endpoint: endpoints.authorization ?? known.authorization,
    token_endpoint: endpoints.token ?? known.token,
    ...(jwks === undefined ? {} : { jwks_uri: jwks }),
  }
  return async () => server
}
