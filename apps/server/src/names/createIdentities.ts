import { isEvmAddress } from '@latchkey/protocol'
import { createCache } from '../platform/cache/createCache.ts'
import type { Context } from '../platform/context.ts'
import { readAvatarImage } from './avatarImage.ts'
import type { NameService } from './NameService.ts'
import { nameChannel, readNameNews } from './registry/nameNews.ts'

/** The names of addresses, remembered. */
export type Identities = {
  /**
   * The name of an address, and for how many seconds others may remember it.
   *
   * @param options.address of Ethereum's family in lower case
   * @throws LatchkeyError `name_resolve_failed`
   */
  read: (options: { address: string }) => Promise<{ value: Identity; maxAge: number }>
}

/** The name of an address. */
type Identity = { name: string | null; hasPicture: boolean; resolvedAt: string }

/** Seconds for which an identity is remembered, here and by clients. */
const identityTtl = 300

/**
 * Creates the look-up of identities. It listens to what becomes of this server's own names, so that nobody waits for one that was
 * just registered; because clients cannot be told, they ask again each time where there may be one.
 */
export async function createIdentities({
  context: { bus, clock, config, log, shutdown },
  names,
}: {
  context: Pick<Context, 'bus' | 'clock' | 'config' | 'log' | 'shutdown'>
  names: NameService
}): Promise<Identities> {
  const cache = createCache<Identity & { isOwn: boolean }>({ clock, ttl: identityTtl, staleFor: 0 })
  const zone = config.names?.zone
  if (zone !== undefined) {
    const listen = (message: string) => {
      try {
        for (const address of readNameNews(message).addresses) cache.expire(address.toLowerCase())
      } catch (error) {
        log.error({ err: error }, 'News of a name was unreadable')
      }
    }
    shutdown.add('identities', await bus.subscribe(nameChannel, listen, cache.clear))
  }
  return {
    read: async ({ address }) => {
      const { value, age } = await cache.read({
        key: address,
        load: async () => {
          const known = isEvmAddress(address) ? await names.identify({ address }) : undefined
          return {
            name: known?.name ?? null,
            hasPicture: readAvatarImage(known?.attributes.avatar) !== undefined,
            resolvedAt: new Date(clock.now()).toISOString(),
            isOwn: zone !== undefined && isEvmAddress(address) && (known?.name.endsWith(`.${zone}`) ?? true),
          }
        },
      })
      return { value, maxAge: value.isOwn ? 0 : Math.max(0, Math.floor(identityTtl - age)) }
    },
  }
}
