import { isEvmAddress } from '@latchkey/protocol'
import { getIdentity } from '@latchkey/protocol/api'
import { createCache } from '../platform/cache/createCache.ts'
import type { Clock } from '../platform/clock/Clock.ts'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { readAvatarImage } from './avatarImage.ts'
import type { NameService } from './NameService.ts'

/** Seconds for which an identity is remembered, here and by clients. */
const identityTtl = 300

/** Registers `/v1/identity/{address}`: the name that an address calls itself and that stands for it. */
export function registerIdentityRoute({ app, names, clock }: { app: App; names: NameService; clock: Clock }): void {
  const identities = createCache<{ name: string | null; hasPicture: boolean; resolvedAt: string }>({
    ...{ clock, ttl: identityTtl, staleFor: 0 },
  })
  registerEndpoint(app, getIdentity, async ({ params: { address } }, { baseUrl, header }) => {
    const { value, age } = await identities.read({
      // Elsewhere the letter case tells addresses apart.
      key: isEvmAddress(address) ? address.toLowerCase() : address,
      load: async () => {
        const known = isEvmAddress(address) ? await names.identify({ address }) : undefined
        return {
          name: known?.name ?? null,
          hasPicture: readAvatarImage(known?.attributes.avatar) !== undefined,
          resolvedAt: new Date(clock.now()).toISOString(),
        }
      },
    })
    header('cache-control', `public, max-age=${Math.max(0, Math.floor(identityTtl - age))}`)
    const { name, hasPicture, resolvedAt } = value
    // From here, whatever the name's own text says: another place would learn who looks at whom.
    const avatar =
      name !== null && hasPicture ? `${baseUrl}/v1/profile/account/${encodeURIComponent(name)}/avatar` : null
    return { name, avatar, resolvedAt }
  })
}
