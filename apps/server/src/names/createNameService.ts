import { etherCoinType } from '@latchkey/protocol'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { createEnsNames } from './ens/createEnsNames.ts'
import type { NameService } from './NameService.ts'
import { normalizeName } from './normalizeName.ts'
import type { NameRegistry } from './registry/NameRegistry.ts'

/**
 * Creates the look-up of names: those of this server's own zone in its registry, each time, because money goes where they point; all
 * others in ENS.
 *
 * @param options.registry left out where this server has no names of its own
 */
export function createNameService({
  context,
  rpc,
  registry,
}: {
  context: Pick<Context, 'clock' | 'config'>
  rpc: RpcService
  registry?: Pick<NameRegistry, 'zone' | 'read' | 'list'> | undefined
}): NameService {
  const ens = createEnsNames({ context, rpc })

  const resolve: NameService['resolve'] = async ({ name: text }) => {
    const name = normalizeName(text)
    if (name === undefined) return { value: undefined, age: 0 }
    // The zone itself belongs to the operator, and its resolver would send the question back to here.
    const isOwn = registry && (name === registry.zone || name.endsWith(`.${registry.zone}`))
    if (isOwn) return { value: await registry.read({ name }), age: undefined }
    return ens.resolve({ name })
  }

  return {
    resolve,
    identify: async ({ address }) => {
      const claimed = await ens.claimedBy(address)
      // A name that is not written as it is normalised is nobody's own word for themselves, but a disguise.
      if (claimed !== undefined && normalizeName(claimed) === claimed) {
        const { value } = await resolve({ name: claimed })
        const stands = value?.addresses[String(etherCoinType)]?.address
        if (value && stands?.toLowerCase() === address.toLowerCase()) return value
      }
      return (await registry?.list({ address }))?.[0]
    },
  }
}
