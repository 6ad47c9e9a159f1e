import { etherCoinType } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { createEnsNames } from './ens/createEnsNames.ts'
import type { NameService } from './NameService.ts'
import { normalizeName } from './normalizeName.ts'
import type { NameRegistry } from './registry/NameRegistry.ts'

/**
 * Creates the lookup of names. Names of this server's zone are read from its registry each time, because they determine where money goes.
 * All others are read from ENS.
 *
 * @param options.registry undefined if this server has no names
 */
export function createNameService({
  context,
  rpc,
  registry,
}: {
  context: Pick<Context, 'clock' | 'config'>
  rpc: RpcService
  registry?: Pick<NameRegistry, 'zone' | 'read' | 'addressOf' | 'primaryOf'> | undefined
}): NameService {
  const ens = createEnsNames({ context, rpc })
  // The zone itself belongs to the operator. Its resolver would send the request back to this server.
  const isOwn = (name: string) => registry && (name === registry.zone || name.endsWith(`.${registry.zone}`))

  const resolve: NameService['resolve'] = async ({ name: text }) => {
    const name = normalizeName(text)
    if (name === undefined) return { value: undefined, age: 0 }
    if (registry && isOwn(name)) return { value: await registry.read({ name }), age: undefined }
    return ens.resolve({ name })
  }

  /** The ENS name that an address claims, if it resolves to the address. */
  const readClaimed: NameService['identify'] = async ({ address, coinType }) => {
    const claimed = await ens.claimedBy(address)
    // A claimed name that differs from its normal form is a disguise, so it does not count.
    if (claimed === undefined || normalizeName(claimed) !== claimed) return { value: undefined, isFinal: true }
    const { value } = await resolve({ name: claimed })
    const stands =
      registry && isOwn(claimed)
        ? await registry.addressOf({ name: claimed, coinType })
        : value && addressInEns(value, coinType)
    return { value: stands?.toLowerCase() === address.toLowerCase() ? value : undefined, isFinal: true }
  }

  return {
    resolve,
    identify: async ({ address, coinType }) => {
      const own = () => registry?.primaryOf({ address, coinType })
      try {
        const claimed = await readClaimed({ address, coinType })
        return claimed.value ? claimed : { value: await own(), isFinal: true }
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'name_resolve_failed') throw error
        const value = await own()
        if (value) return { value, isFinal: false }
        throw error
      }
    },
  }
}

/** ENS does not record how an address was proved. All wallets pay to the address that the owner set for Ethereum. */
function addressInEns({ addresses }: Name, coinType: number): string | undefined {
  return (addresses[String(coinType)] ?? addresses[String(etherCoinType)])?.address
}
