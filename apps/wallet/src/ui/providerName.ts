import type { SocialProvider } from '@latchkey/protocol'

const names: Record<SocialProvider, string> = {
  google: 'Google',
  apple: 'Apple',
  x: 'X',
  discord: 'Discord',
  github: 'GitHub',
  facebook: 'Facebook',
  farcaster: 'Farcaster',
}

/** What a provider is called; the same in every language. */
export function providerName(provider: SocialProvider): string {
  return names[provider]
}
