import { type ChainId, revokeSessionMessage } from '@latchkey/protocol'
import type { SmartSession } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { OperationAccount, OperationCost, Operations } from '../operations/Operations.ts'
import { nameOf } from './createGrants.ts'
import { namedAccount, noteOf, type PermissionTools, withCost, withReserve } from './createPermissionTools.ts'
import type { PermissionRequests } from './PermissionRequests.ts'

const revokeMethod = 'wallet_revokePermissions'

/** Makes what answers `wallet_revokePermissions`. */
export function createRevoking({
  tools: { reviews, operations, server, urlOf, describe },
}: {
  tools: PermissionTools
}): PermissionRequests['revoke'] {
  const endOnChain = async ({
    account,
    chainId,
    calls,
    origin,
    shown,
  }: {
    account: OperationAccount
    chainId: ChainId
    calls: Parameters<Operations['prepare']>[0]['calls']
    origin: string
    shown: OperationCost
  }) => {
    const prepared = await operations.prepare({ account, chainId, calls, signal: new AbortController().signal })
    if (!prepared.cost.sponsor && (shown.sponsor !== null || prepared.cost.cost > shown.cost)) return false
    const sent = await operations.send({ prepared, origin })
    return (await sent.wait()).status === 200
  }

  return async (request) => {
    const { params, network, signal, hold } = request
    const { pci, context } = readRevocation(params)
    const account = namedAccount(request)
    const { chainId } = network
    const name = nameOf({ chainId, account: account.address })
    return reviews.review<unknown>({
      ...{ method: revokeMethod, network, account: account.address, signal, hold },
      read: async ({ reader, wallet, origin, signal: reading }) => {
        const listed = await server.list(name).catch(() => null)
        const session =
          listed?.find((one) => (pci === undefined ? one.context === context?.toLowerCase() : one.pci === pci)) ?? null
        const shownContext = (session?.context ?? context) as `0x${string}` | undefined
        if (shownContext === undefined) throw new ServiceError(listed ? 'session_unknown' : 'sessions_unavailable')
        const found = await reader.readSession({
          ...{ account: account.address, chainId, context: shownContext, session, url: urlOf(chainId) },
        })
        if (!found) throw new ServiceError('session_unknown')
        const description = await describe({
          ...{ reader, wallet, account, network, origin, accounts: request.accounts, method: revokeMethod },
          params: [found.isTrue && session ? toShown(session) : { expiry: found.expiry }],
        })
        const needsChain = found.status !== 'revoked'
        const calls = [found.revoke]
        const prepared = needsChain ? await operations.prepare({ account, chainId, calls, signal: reading }) : null
        const shown = prepared && withReserve(prepared.cost)
        return {
          description:
            prepared && shown
              ? withCost({ description, cost: shown, findings: prepared.findings, network })
              : description,
          card: shown ? { operation: noteOf({ cost: shown, account }) } : {},
          act: async () => {
            const id = session?.pci ?? pci ?? ''
            const text = revokeSessionMessage({ account: name, pci: id })
            const signature = await operations.signMessage({ account, chainId, text })
            // The server first: it is over at once, whatever the chain takes.
            const stopped = await server.revoke(name, { pci: id, signature }).then(
              () => true,
              () => false,
            )
            const isEnded = !shown || (await endOnChain({ account, chainId, calls, origin, shown }).catch(() => false))
            if (!isEnded) throw new ServiceError(stopped ? 'session_half_revoked' : 'transaction_reverted')
            // What the chain refuses no server can do: that it was not told is nothing to worry about.
            return signature
          },
        }
      },
    })
  }
}

/** What a list shows of a session, as a request is described. */
function toShown({ permissions, expiry, signer }: SmartSession) {
  return { permissions, expiry, signer }
}

function readRevocation(params: readonly unknown[]): { pci?: string; context?: `0x${string}` } {
  const { pci, context } = (params[0] ?? {}) as { pci?: unknown; context?: unknown }
  const hasPci = typeof pci === 'string' && /^[0-9a-f-]{36}$/i.test(pci)
  const hasContext = typeof context === 'string' && /^0x([0-9a-f]{2}){1,10000}$/i.test(context)
  if (params.length !== 1 || (!hasPci && !hasContext)) throw new ServiceError('malformed_request')
  return { ...(hasPci ? { pci } : {}), ...(hasContext ? { context: context as `0x${string}` } : {}) }
}
