import type { OauthProvider } from '@latchkey/protocol'

/** Returns the callback URL of a provider, which the operator registers there. */
export function callbackUrl({ walletOrigin, provider }: { walletOrigin: string; provider: OauthProvider }): string {
  return `${walletOrigin}/oauth/callback/${provider}`
}
