import { type ChainId, revokeSessionMessage } from '@latchkey/protocol'
import type { SmartSession } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { OperationAccount, OperationCost, PreparedOperation } from '../operations/Operations.ts'
import { nameOf } from './createGrants.ts'
import { isAsShown, type PermissionTools, withReserve } from './createPermissionTools.ts'
import type { ReadSession } from './readSession.ts'

/** A session of one of the visitor's accounts. */
export type FoundSession = {
  account: OperationAccount
  chainId: ChainId
  pci: string
  /** The server's word on it; null: it knows none. */
  session: SmartSession | null
  /** The chain's. */
  found: ReadSession
}

/** Finds sessions and ends them. Asks nobody: who calls `end` has the visitor's word. */
export type SessionEnd = {
  /** By the id that the server gave, or by its context. @throws LatchkeyError `session_unknown`, `sessions_unavailable` */
  find: (options: {
    account: OperationAccount
    chainId: ChainId
    pci?: string | undefined
    context?: `0x${string}` | undefined
  }) => Promise<FoundSession>
  /** What the chain's part costs; null where the chain knows its end already. */
  price: (
    session: FoundSession,
    options: { signal: AbortSignal },
  ) => Promise<{ shown: OperationCost; findings: PreparedOperation['findings'] } | null>
  /**
   * Ends it: at the server, so that it is over at once, then on the chain.
   *
   * @returns the signature over `revokeSessionMessage`
   * @throws LatchkeyError `session_half_revoked` when the chain was not told, `transaction_reverted` when nobody was
   */
  end: (session: FoundSession, options: { shown: OperationCost | null; origin: string }) => Promise<`0x${string}`>
}

/** Makes {@link SessionEnd}. */
export function createSessionEnd({
  tools: { loadReader, operations, server, urlOf },
}: {
  tools: PermissionTools
}): SessionEnd {
  const endOnChain = async ({
    session: { account, chainId, found },
    shown,
    origin,
  }: {
    session: FoundSession
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
      // Given both, both must name the same one: another would end at the server than on the chain.
      if (named.some((one) => (pci ?? one.pci) !== one.pci || (asked ?? one.context) !== one.context))
        throw new ServiceError('session_unknown')
      const session = named[0] ?? null
      const shown = (session?.context ?? context) as `0x${string}` | undefined
      if (shown === undefined) throw new ServiceError(listed ? 'session_unknown' : 'sessions_unavailable')
      const reader = await loadReader()
      const found = await reader.readSession({
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
      // The server first: it is over at once, whatever the chain takes.
      const stopped = await server.revoke(name, { pci, signature }).then(
        () => true,
        () => false,
      )
      const isEnded = shown === null || (await endOnChain({ session, shown, origin }).catch(() => false))
      if (!isEnded) throw new ServiceError(stopped ? 'session_half_revoked' : 'transaction_reverted')
      // What the chain refuses no server can do: that it was not told is nothing to worry about.
      return signature
    },
  }
}
