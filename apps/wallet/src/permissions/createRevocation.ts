import { type ChainId, revokeSessionMessage } from '@latchkey/protocol'
import type { SmartSession } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { OperationAccount, OperationCost, PreparedOperation } from '../operations/Operations.ts'
import { nameOf } from './createGrants.ts'
import { isAsShown, type PermissionTools, withReserve } from './createPermissionTools.ts'
import type { ReadPermission } from './readPermission.ts'

/** A permission of one of the visitor's accounts. */
export type FoundPermission = {
  account: OperationAccount
  chainId: ChainId
  pci: string
  /** The server's record; null: it has none. */
  session: SmartSession | null
  /** The chain's record. */
  found: ReadPermission
}

/** Finds permissions and revokes them without asking: the caller of `end` has the visitor's approval. */
export type Revocation = {
  /** Finds a permission by the server's ID, or by its context. @throws LatchkeyError `session_unknown`, `sessions_unavailable` */
  find: (options: {
    account: OperationAccount
    chainId: ChainId
    pci?: string | undefined
    context?: `0x${string}` | undefined
  }) => Promise<FoundPermission>
  /** Returns the cost of the chain's part; null if the chain has already ended it. */
  price: (
    session: FoundPermission,
    options: { signal: AbortSignal },
  ) => Promise<{ shown: OperationCost; findings: PreparedOperation['findings'] } | null>
  /**
   * Revokes it at the server, which is immediate, and then on the chain.
   *
   * @returns the signature over `revokeSessionMessage`
   * @throws LatchkeyError `session_half_revoked` if only the server revoked it, `transaction_reverted` if neither did
   */
  end: (session: FoundPermission, options: { shown: OperationCost | null; origin: string }) => Promise<`0x${string}`>
}

/** Creates {@link Revocation}. */
export function createRevocation({
  tools: { loadReader, operations, server, urlOf },
}: {
  tools: PermissionTools
}): Revocation {
  const endOnChain = async ({
    session: { account, chainId, found },
    shown,
    origin,
  }: {
    session: FoundPermission
    shown: OperationCost
    origin: string
  }) => {
    const { signal } = new AbortController()
    const prepared = await operations.prepare({ account, chainId, calls: [found.revoke], signal })
    if (!isAsShown({ cost: prepared.cost, shown })) return false
    const sent = await operations.send({ prepared, origin })
    return (await sent.wait()).status === 200
  }
  return {
    find: async ({ account, chainId, pci, context }) => {
      const listed = await server.list(nameOf({ chainId, account: account.address })).catch(() => null)
      const asked = context?.toLowerCase()
      const named = listed?.filter((one) => one.pci === pci || one.context === asked) ?? []
      // If the request has both, they must identify the same permission. Otherwise the server would end another one than the chain.
      if (named.some((one) => (pci ?? one.pci) !== one.pci || (asked ?? one.context) !== one.context))
        throw new ServiceError('session_unknown')
      const session = named[0] ?? null
      const shown = (session?.context ?? context) as `0x${string}` | undefined
      if (shown === undefined) throw new ServiceError(listed ? 'session_unknown' : 'sessions_unavailable')
      const reader = await loadReader()
      const found = await reader.readPermission({
        ...{ account: account.address, chainId, context: shown, session, url: urlOf(chainId) },
      })
      if (!found) throw new ServiceError('session_unknown')
      return { account, chainId, pci: session?.pci ?? pci ?? '', session, found }
    },
    price: async ({ account, chainId, found }, { signal }) => {
      if (found.status === 'revoked') return null
      const { cost, findings } = await operations.prepare({ account, chainId, calls: [found.revoke], signal })
      return { shown: withReserve(cost), findings }
    },
    end: async (session, { shown, origin }) => {
      const { account, chainId, pci } = session
      const name = nameOf({ chainId, account: account.address })
      const signature = await operations.signMessage({
        ...{ account, chainId },
        text: revokeSessionMessage({ account: name, pci }),
      })
      // The server first: that is immediate, however long the chain takes.
      const stopped = await server.revoke(name, { pci, signature }).then(
        () => true,
        () => false,
      )
      const isEnded = shown === null || (await endOnChain({ session, shown, origin }).catch(() => false))
      if (!isEnded) throw new ServiceError(stopped ? 'session_half_revoked' : 'transaction_reverted')
      // If the chain refuses a permission, the server cannot use it, so a failed request to the server does not matter.
      return signature
    },
  }
}
