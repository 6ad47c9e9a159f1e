import { ServiceError } from '@latchkey/protocol/errors'
import { isPci } from './createPermissionsApi.ts'
import { namedAccount, noteOf, type PermissionTools, toShown, withCost } from './createPermissionTools.ts'
import type { Revocation } from './createRevocation.ts'
import type { PermissionRequests } from './PermissionRequests.ts'

const method = 'wallet_revokePermissions'

/** Creates the handler of `wallet_revokePermissions`. */
export function createRevoking({
  tools: { reviews, describe },
  ending,
}: {
  tools: PermissionTools
  ending: Revocation
}): PermissionRequests['revoke'] {
  return async (request) => {
    const { params, network, accounts, signal, hold } = request
    const wanted = readRevocation(params)
    const account = namedAccount(request)
    const { chainId } = network
    return reviews.review<unknown>({
      ...{ method, network, account: account.address, signal, hold },
      read: async ({ reader, wallet, origin, signal: reading }) => {
        const session = await ending.find({ account, chainId, ...wanted })
        const [described, price] = await Promise.all([
          describe({ ...{ reader, wallet, account, accounts, network, origin, method }, params: [toShown(session)] }),
          ending.price(session, { signal: reading }),
        ])
        const description = price
          ? withCost({ description: described, cost: price.shown, findings: price.findings, network })
          : described
        return {
          description,
          card: price ? { operation: noteOf({ cost: price.shown, account }) } : {},
          act: () => ending.end(session, { shown: price?.shown ?? null, origin }),
        }
      },
    })
  }
}

function readRevocation(params: readonly unknown[]): { pci?: string; context?: `0x${string}` } {
  const { pci, context } = (params[0] ?? {}) as { pci?: unknown; context?: unknown }
  const hasPci = isPci(pci)
  const hasContext = typeof context === 'string' && /^0x([0-9a-f]{2}){1,10000}$/i.test(context)
  if (params.length !== 1 || (!hasPci && !hasContext)) throw new ServiceError('malformed_request')
  return { ...(hasPci ? { pci } : {}), ...(hasContext ? { context: context as `0x${string}` } : {}) }
}
