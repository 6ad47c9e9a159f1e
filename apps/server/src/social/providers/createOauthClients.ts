import type { OauthProvider } from '@latchkey/protocol'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { SocialConfig } from '../../platform/config/socialConfig.ts'
import { createApple } from './createApple.ts'
import { createDiscord } from './createDiscord.ts'
import { createFacebook } from './createFacebook.ts'
import { createGithub } from './createGithub.ts'
import { createGoogle } from './createGoogle.ts'
import { createOauthClient, type OauthClient } from './createOauthClient.ts'
import { createX } from './createX.ts'
import type { OauthProfile } from './OauthProfile.ts'
import { type OauthEntry, readAppleEntry, readOauthEntry } from './readSecrets.ts'

/** The configured providers. */
export type OauthClients = ReadonlyMap<OauthProvider, OauthClient>

/** Providers with a plain secret. */
const withSecret = {
  google: createGoogle,
  github: createGithub,
  facebook: createFacebook,
  discord: createDiscord,
  x: createX,
} as const satisfies Record<
  string,
  (options: { entry: OauthEntry; signal: () => AbortSignal; clock: Clock }) => OauthProfile
>

/**
 * Creates the clients of the configured providers.
 *
 * @param options.deadline creates the timeout signal of each request to a provider
 * @throws LatchkeyError `config_invalid` if a key is missing at its configured place
 */
export async function createOauthClients({
  social,
  clock,
  env,
  deadline: signal,
}: {
  social: SocialConfig
  clock: Clock
  env: Readonly<Record<string, string | undefined>>
  deadline: () => AbortSignal
}): Promise<OauthClients> {
  const clients = new Map<OauthProvider, OauthClient>()
  const add = (provider: OauthProvider, profile: OauthProfile) =>
    clients.set(provider, createOauthClient({ provider, profile, signal }))

  for (const provider of Object.keys(withSecret) as (keyof typeof withSecret)[]) {
    const entry = social[provider]
    if (entry) add(provider, withSecret[provider]({ entry: readOauthEntry({ provider, entry, env }), signal, clock }))
  }
  if (social.apple) {
    add('apple', createApple({ entry: await readAppleEntry({ entry: social.apple, env }), clock }))
  }
  return clients
}
