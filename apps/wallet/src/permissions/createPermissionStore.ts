import type { PermissionsDescription } from '@latchkey/clear-signing'
import { type ChainId, formatUnits } from '@latchkey/protocol'
import type { SmartSession } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { OperationAccount, OperationCost } from '../operations/Operations.ts'
import type { ApprovalNetwork } from '../rpc/createApprovals.ts'
import type { WalletView } from '../wallet/walletReducer.ts'
import { nameOf } from './createGrants.ts'
import { type PermissionTools, toShown } from './createPermissionTools.ts'
import type { FoundPermission, Revocation } from './createRevocation.ts'

/** A permission in the visitor's list. */
export type ListedPermission = {
  pci: string
  chainId: ChainId
  /** The operator's name of the network. */
  network: string
  /** The account that it acts for. */
  account: string
  /** The server's name of the app. */
  app: string
  permissions: PermissionsDescription
  /** By index of a line; null: unknown. */
  used: readonly ({ used: string; limit: string } | null)[]
  /** `half`: the server stopped it, but the chain did not. */
  state: 'running' | 'half' | 'over' | 'revoked'
}

/** Cost of revoking a permission. */
export type EndPrice = { sponsor: string | null; cost: string | null }

/** The visitor's permissions on all networks, of every app. */
export type PermissionStore = {
  /** `failed`: networks that could not be read. */
  list: () => Promise<{ sessions: readonly ListedPermission[]; failed: readonly string[] }>
  /** Returns the cost of revoking; null: nothing is left to do on the chain. */
  price: (key: { pci: string; chainId: string; account: string }) => Promise<EndPrice | null>
  /** Revokes a permission whose price was shown. */
  end: (key: { pci: string; chainId: string; account: string }) => Promise<void>
}

/** Creates {@link PermissionStore}. */
export function createPermissionStore({
  tools: { loadReader, networks, accounts, unlock, asker, now, server, describe },
  ending,
}: {
  tools: PermissionTools
  ending: Revocation
}): PermissionStore {
  /** Shown prices of permissions that the visitor may revoke. */
  const prices = new Map<string, { session: FoundPermission; shown: OperationCost | null }>()

  const read = async ({
    session,
    account,
    network,
    wallet,
  }: {
    session: SmartSession
    account: OperationAccount
    network: ApprovalNetwork
    wallet: WalletView
  }): Promise<ListedPermission | null> => {
    const reader = await loadReader()
    const { chainId } = network
    const found = await ending.find({ account, chainId, pci: session.pci })
    const description = await describe({
      ...{ reader, wallet, account, network, accounts: accounts(chainId), origin: asker().origin },
      method: 'wallet_revokePermissions',
      params: [toShown(found)],
    })
    const { permissions } = description
    if (!permissions) return null
    return {
      ...{ pci: session.pci, chainId, network: network.name, account: account.address, permissions },
      app: session.project.name,
      used: permissions.lines.map((line) => usedOf({ line, session })),
      state: stateOf({ session, found: found.found, now: now() }),
    }
  }
  const find = ({ pci, chainId, account }: { pci: string; chainId: string; account: string }) => {
    const network = networks().find((one) => one.chainId === chainId)
    const own = network && accounts(network.chainId).find(({ address }) => address === account)
    if (!network || !own) throw new ServiceError('session_unknown')
    return ending.find({ account: own, chainId: network.chainId, pci })
  }

  return {
    list: async () => {
      const wallet = await unlock(new AbortController().signal)
      const failed = new Set<string>()
      const served = networks().filter(({ smartAccounts }) => smartAccounts)
      const all = await Promise.all(
        served.flatMap((network) =>
          accounts(network.chainId).map(async (account) => {
            try {
              const name = nameOf({ chainId: network.chainId, account: account.address })
              const sessions = (await server.list(name)).filter(({ account: of }) => of.startsWith(network.chainId))
              return await Promise.all(sessions.map((session) => read({ session, account, network, wallet })))
            } catch {
              failed.add(network.name)
              return []
            }
          }),
        ),
      )
      const order = { half: 0, running: 1, revoked: 2, over: 2 }
      const sessions = all
        .flat()
        .flatMap((session) => (session ? [session] : []))
        .sort((left, right) => order[left.state] - order[right.state])
      return { sessions, failed: [...failed] }
    },
    price: async (key) => {
      const session = await find(key)
      const price = await ending.price(session, { signal: new AbortController().signal })
      prices.set(key.pci, { session, shown: price?.shown ?? null })
      if (!price) return null
      const { sponsor, cost } = price.shown
      const { symbol, decimals } = currencyOf(networks(), session.chainId)
      return { sponsor: sponsor?.name ?? null, cost: sponsor ? null : `${formatUnits(cost, decimals)} ${symbol}` }
    },
    end: async ({ pci }) => {
      const priced = prices.get(pci)
      if (!priced) throw new ServiceError('session_unknown')
      await unlock(new AbortController().signal)
      await ending.end(priced.session, { shown: priced.shown, origin: asker().origin })
      prices.delete(pci)
    },
  }
}

function currencyOf(networks: readonly ApprovalNetwork[], chainId: ChainId) {
  const network = networks.find((one) => one.chainId === chainId)
  if (!network) throw new ServiceError('unsupported_chain')
  return network.nativeCurrency
}

function stateOf({
  session,
  found,
  now,
}: {
  session: SmartSession
  found: FoundPermission['found']
  now: number
}): ListedPermission['state'] {
  if (found.expiry * 1000 < now) return 'over'
  if (found.status !== 'running') return 'revoked'
  return session.revokedAt === null ? 'running' : 'half'
}

/** Used part of an allowance as counted by the server. The limit is the chain's. */
function usedOf({
  line,
  session: { usage },
}: {
  line: PermissionsDescription['lines'][number]
  session: SmartSession
}): { used: string; limit: string } | null {
  if (line.kind !== 'allowance' || line.isUnlimited) return null
  const { address, decimals } = line.asset
  // CAIP-10, or `native`.
  const isIt = (token: string) =>
    address === null ? token === 'native' : token.split(':').at(-1)?.toLowerCase() === address.toLowerCase()
  const used = usage?.find(({ token }) => isIt(token))?.used
  if (used === undefined || !/^(0x[0-9a-f]+|\d+)$/i.test(used)) return null
  return { used: formatUnits(BigInt(used), decimals ?? 0), limit: line.limitText }
}
