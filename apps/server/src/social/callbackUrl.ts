import type { OauthProvider } from '@latchkey/protocol'

/** Where a provider sends visitors back to: the address that the operator registers there. */
export function callbackUrl({ walletOrigin, provider }: { walletOrigin: string; provider: OauthProvider }): string {
  return `${walletOrigin}/oauth/callback/${provider}`
}
