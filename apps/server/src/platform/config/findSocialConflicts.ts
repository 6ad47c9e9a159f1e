import { oauthProviders } from '@latchkey/protocol'
import { isLocalHost } from './isLocalHost.ts'
import type { ServerConfig } from './ServerConfig.ts'

/** Settings that can hold the secret part of a provider's keys, in order of preference. */
const secretSettings = {
  apple: ['privateKey', 'keyVariable', 'keyFile'],
  others: ['clientSecret', 'secretVariable'],
} as const

/** Finds login settings that cannot work: incomplete keys, a missing wallet, or a provider reached without encryption. */
export function findSocialConflicts({ social, wallet }: Pick<ServerConfig, 'social' | 'wallet'>): string[] {
  const [first] = Object.entries(social).flatMap(([provider, entry]) => (entry ? [provider] : []))
  const { farcaster } = social
  return [
    // The link of a channel opens an app, and Farcaster's app only knows the channels of Farcaster's relay.
    ...(farcaster && !farcaster.relay && !farcaster.app
      ? [
          'social.farcaster.relay: found nothing, nor social.farcaster.app; expected a relay to which apps answer, such as "https://relay.farcaster.xyz", or the page of an app that answers at this server’s relay. Set one of the two.',
        ]
      : []),
    ...findPlainAddresses('social.farcaster', { relay: farcaster?.relay }),
    ...(first && !wallet
      ? [
          `social.${first}: found without wallet; expected the embedded wallet that the login opens. Set wallet, or remove social.${first} and its variables of the environment.`,
        ]
      : []),
    ...oauthProviders.flatMap((provider) => [
      ...findSecretConflicts(provider, social[provider] ?? {}),
      ...findPlainAddresses(`social.${provider}.endpoints`, social[provider]?.endpoints ?? {}),
    ]),
  ]
}

function findSecretConflicts(provider: (typeof oauthProviders)[number], entry: Record<string, unknown>): string[] {
  if (Object.keys(entry).length === 0) return []
  const settings: readonly string[] = provider === 'apple' ? secretSettings.apple : secretSettings.others
  const [given, ...more] = settings.filter((name) => entry[name] !== undefined)
  const [usual = '', ...others] = settings
  if (given === undefined) {
    return [
      `social.${provider}.${usual}: found nothing; expected the ${provider === 'apple' ? 'key' : 'secret'} that belongs to social.${provider}.clientId. Set it, or ${others.join(', or ')}, or ${provider.toUpperCase()}_${provider === 'apple' ? 'PRIVATE_KEY' : 'CLIENT_SECRET'}.`,
    ]
  }
  return more.map(
    (name) =>
      `social.${provider}.${name}: found together with social.${provider}.${given}; expected one of the two. Remove one.`,
  )
}

function findPlainAddresses(setting: string, addresses: Record<string, string | undefined>): string[] {
  return Object.entries(addresses).flatMap(([name, address]) => {
    if (address === undefined) return []
    const { protocol, hostname } = new URL(address)
    if (protocol === 'https:' || isLocalHost(hostname)) return []
    return [`${setting}.${name}: found "${address}"; expected https, because codes and tokens travel there. Change it.`]
  })
}
