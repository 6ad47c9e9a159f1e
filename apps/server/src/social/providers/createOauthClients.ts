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

/** The providers that the operator set up. */
export type OauthClients = ReadonlyMap<OauthProvider, OauthClient>

/** Those that give a plain secret. */
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
 * Creates the providers that the configuration has keys for.
 *
 * @param options.deadline of one request to a provider, made anew for each
 * @throws LatchkeyError `config_invalid` when a key is not where the configuration says
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
