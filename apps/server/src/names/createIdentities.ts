import { type ChainId, evmCoinTypeFlag, isEvmAddress, toCoinType } from '@latchkey/protocol'
import { createCache } from '../platform/cache/createCache.ts'
import type { Context } from '../platform/context.ts'
import { readAvatarImage } from './avatarImage.ts'
import type { NameService } from './NameService.ts'
import { nameChannel, readNameNews } from './registry/nameNews.ts'

/** Cached names of addresses. */
export type Identities = {
  /**
   * Returns the name of an address, and how long it can be cached.
   *
   * @param options.address EVM addresses in lower case
   * @param options.chainId network on which the name must resolve to it; default: all EVM networks
   * @throws LatchkeyError `name_resolve_failed`
   */
  read: (options: { address: string; chainId?: ChainId | undefined }) => Promise<{
    value: Identity
    /** Seconds for which the result is cached for all callers. 0 if the next call looks it up again. */
    remaining: number
    /** The same, but 0 if it depends on a name of this server, which can change at any moment. */
    maxAge: number
  }>
}

/** The name of an address. */
type Identity = { name: string | null; hasPicture: boolean; resolvedAt: string }

/** A cached result. `failure`: the lookup failed, and the next call repeats it. */
type Kept =
  | { identity: Identity; isOwn: boolean; isFinal: boolean }
  | { identity: undefined; isFinal: false; failure: unknown }

/** Seconds for which the server and clients cache an identity. */
const identityTtl = 300
/** Maximum of cached networks. A change of a name expires the identities of all of them. */
const mostNetworks = 256

/** Creates the lookup of identities. It listens to changes of this server's names, so that new names appear at once. */
export async function createIdentities({
  context: { bus, clock, config, log, shutdown },
  names,
}: {
  context: Pick<Context, 'bus' | 'clock' | 'config' | 'log' | 'shutdown'>
  names: NameService
}): Promise<Identities> {
  const cache = createCache<Kept>({ clock, ttl: identityTtl, staleFor: 0 })
  const coinTypes = new Set<number>()
  const toKey = (address: string, coinType: number) => `${address} ${coinType}`
  const follow = (coinType: number) => {
    if (coinTypes.has(coinType)) return
    if (coinTypes.size >= mostNetworks) {
      cache.clear()
      coinTypes.clear()
    }
    coinTypes.add(coinType)
  }
  const zone = config.names?.zone
  if (zone !== undefined) {
    const listen = (message: string) => {
      try {
        for (const address of readNameNews(message).addresses)
          for (const coinType of coinTypes) cache.expire(toKey(address.toLowerCase(), coinType))
      } catch (error) {
        log.error({ err: error }, 'Reading a name update from the bus failed')
      }
    }
    shutdown.add('identities', await bus.subscribe(nameChannel, listen, cache.clear))
  }

  const load = async (address: string, coinType: number | undefined): Promise<Kept> => {
    const isNamed = isEvmAddress(address) && coinType !== undefined
    try {
      const { value: known, isFinal } = isNamed
        ? await names.identify({ address, coinType })
        : { value: undefined, isFinal: true }
      return {
        identity: {
          name: known?.name ?? null,
          hasPicture: readAvatarImage(known?.attributes.avatar) !== undefined,
          resolvedAt: new Date(clock.now()).toISOString(),
        },
        isOwn: zone !== undefined && isNamed && (known?.name.endsWith(`.${zone}`) ?? true),
        isFinal,
      }
    } catch (failure) {
      // Cached only briefly. It replaces the previous result, which is wrong if the name has passed on.
      return { identity: undefined, isFinal: false, failure }
    }
  }

  return {
    read: async ({ address, chainId }) => {
      const coinType = chainId === undefined ? evmCoinTypeFlag : toCoinType(chainId)
      if (coinType !== undefined) follow(coinType)
      const key = toKey(address, coinType ?? 0)
      const { value, age } = await cache.read({ key, load: () => load(address, coinType) })
      if (!value.isFinal) cache.expire(key)
      if (!value.identity) throw value.failure
      const remaining = value.isFinal ? Math.max(0, Math.floor(identityTtl - age)) : 0
      return { value: value.identity, remaining, maxAge: value.isOwn ? 0 : remaining }
    },
  }
}
