import { type ChainId, evmCoinTypeFlag, isEvmAddress, toCoinType } from '@latchkey/protocol'
import { createCache } from '../platform/cache/createCache.ts'
import type { Context } from '../platform/context.ts'
import { readAvatarImage } from './avatarImage.ts'
import type { NameService } from './NameService.ts'
import { nameChannel, readNameNews } from './registry/nameNews.ts'

/** The names of addresses, remembered. */
export type Identities = {
  /**
   * The name of an address, and how long that may be remembered.
   *
   * @param options.address of Ethereum's family in lower case
   * @param options.chainId the network on which the name is to stand for it; left out: all of Ethereum's family
   * @throws LatchkeyError `name_resolve_failed`
   */
  read: (options: { address: string; chainId?: ChainId | undefined }) => Promise<{
    value: Identity
    /** Seconds for which the answer stands, whoever asks; 0 where it is asked for again at once. */
    remaining: number
    /** The same, but 0 where it may be about a name of this server's own: that one may change at any moment. */
    maxAge: number
  }>
}

/** The name of an address. */
type Identity = { name: string | null; hasPicture: boolean; resolvedAt: string }

/** What is remembered. `failure`: nobody could say, which the next one asks again. */
type Kept =
  | { identity: Identity; isOwn: boolean; isFinal: boolean }
  | { identity: undefined; isFinal: false; failure: unknown }

/** Seconds for which an identity is remembered, here and by clients. */
const identityTtl = 300
/** Networks whose identities are remembered at once: what becomes of a name makes those of all of them old. */
const mostNetworks = 256

/**
 * Creates the look-up of identities. It listens to what becomes of this server's own names, so that nobody waits for one that was
 * just registered.
 */
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
        log.error({ err: error }, 'News of a name was unreadable')
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
      // Kept for the moment alone, in the place of what was known before: that is no longer true of a name that passed on.
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
