import type { SocialProvider } from './socialLogin.ts'

/** Names of the login providers, the same in every language. */
export const providerNames: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  apple: 'Apple',
  x: 'X',
  discord: 'Discord',
  github: 'GitHub',
  facebook: 'Facebook',
  farcaster: 'Farcaster',
}
