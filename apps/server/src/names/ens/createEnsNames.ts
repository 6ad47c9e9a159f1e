import { type EvmAddress, etherCoinType, toCoinType } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'
import { createCache } from '../../platform/cache/createCache.ts'
import { isEvmChain } from '../../platform/config/chainConfig.ts'
import type { Context } from '../../platform/context.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import { createEnsReader } from './createEnsReader.ts'

/** Cached names of ENS. */
export type EnsNames = {
  /**
   * Returns the name with its addresses, and its age in seconds.
   *
   * @param options.name in normal form
   * @throws LatchkeyError `name_resolve_failed`
   */
  resolve: (options: { name: string }) => Promise<{ value: Name | undefined; age: number }>
  /** Returns the name that an address claims, unchecked. @throws LatchkeyError `name_resolve_failed` */
  claimedBy: (address: EvmAddress) => Promise<string | undefined>
}

/** Seconds for which a resolved name is cached. */
export const nameTtl = 300
/** Seconds for which an unregistered name is cached. */
const missTtl = 30

/** Creates the lookup of ENS names, on the first configured chain with an ENS registry. Without one, every name is unregistered. */
export function createEnsNames({
  context: { clock, config },
  rpc,
}: {
  context: Pick<Context, 'clock' | 'config'>
  rpc: RpcService
}): EnsNames {
  const chain = config.chains.filter(isEvmChain).find(({ contracts }) => contracts.ensRegistry !== undefined)
  const coinTypes = [...new Set([etherCoinType, ...config.chains.flatMap(({ chainId }) => toCoinType(chainId) ?? [])])]
  const reader = chain?.contracts.ensRegistry
    ? createEnsReader({ rpc, chainId: chain.chainId, registry: chain.contracts.ensRegistry as EvmAddress, coinTypes })
    : undefined
  // Nested caches: found names live longer than misses, and together they never exceed the promised age.
  const found = createCache<Name>({ clock, ttl: nameTtl - missTtl, staleFor: 0 })
  const looked = createCache<{ name: Name | undefined; age: number }>({ clock, ttl: missTtl, staleFor: 0 })

  const load = async (name: string): Promise<Name | undefined> => {
    const records = await reader?.readRecords(name)
    if (!records || records.addresses.size === 0) return undefined
    return {
      name,
      registered_at: null,
      updated_at: null,
      attributes: records.avatar === undefined ? {} : { avatar: records.avatar },
      addresses: Object.fromEntries(
        [...records.addresses].map(([coinType, address]) => [String(coinType), { address, created_at: null }]),
      ),
    }
  }

  return {
    resolve: async ({ name }) => {
      if (!reader) return { value: undefined, age: 0 }
      const { value, age } = await looked.read({
        key: name,
        load: async () => {
          try {
            const kept = await found.read({
              key: name,
              load: async () => {
                const loaded = await load(name)
                if (!loaded) throw new Missing()
                return loaded
              },
            })
            return { name: kept.value, age: kept.age }
          } catch (error) {
            if (error instanceof Missing) return { name: undefined, age: 0 }
            throw error
          }
        },
      })
      return { value: value.name, age: value.age + age }
    },
    claimedBy: async (address) => reader?.readReverse(address),
  }
}

/** The name is not registered. Thrown, so that the cache of found names does not keep it. */
class Missing extends Error {}
