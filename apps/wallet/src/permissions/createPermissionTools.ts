import type { Description } from '@latchkey/clear-signing'
import { type ChainId, formatUnits } from '@latchkey/protocol'
import type { Schedule } from '../device/Schedule.ts'
import { gatewayUrl } from '../gateway/createGateway.ts'
import type { RunLocked } from '../login/createDpop.ts'
import type { OperationHistory } from '../operations/createOperations.ts'
import type { OperationAccount, OperationCost, Operations, PreparedOperation } from '../operations/Operations.ts'
import type { ApprovalNetwork, ApprovalPorts } from '../rpc/createApprovals.ts'
import { createReceivers } from '../rpc/createReceivers.ts'
import type { Reviews } from '../rpc/createReviews.ts'
import type { WalletView } from '../wallet/walletReducer.ts'
import type { ReaderCalls } from '../worker/ReaderCalls.ts'
import { createPermissionsApi, type PermissionsApi } from './createPermissionsApi.ts'
import type { FoundPermission } from './createRevocation.ts'
import type { PermissionRequest } from './PermissionRequests.ts'

/** Ports of the permission requests. */
export type PermissionPorts = Pick<
  ApprovalPorts,
  'loadReader' | 'store' | 'baseUrl' | 'projectId' | 'asker' | 'accounts' | 'unlock'
> & {
  networks: () => readonly ApprovalNetwork[]

  /** From the approvals: one request shows at a time, of whatever kind. */
  reviews: Pick<Reviews, 'review'>
  operations: Operations & Pick<OperationHistory, 'status'>
  fetch: typeof fetch
  locked: RunLocked
  now: () => number
  schedule: Schedule
}

/** Tools that granting and revoking share. */
export type PermissionTools = PermissionPorts & {
  server: PermissionsApi
  urlOf: (chainId: ChainId) => string
  /** Describes a request by its method. The account's own address is not a valid call target of a permission. */
  describe: (options: {
    reader: ReaderCalls
    wallet: WalletView
    method: string
    params: readonly unknown[]
    accounts: readonly OperationAccount[]
    account: OperationAccount
    network: ApprovalNetwork
    origin: string
  }) => Promise<Description>
}

/** Creates {@link PermissionTools}. */
export function createPermissionTools(ports: PermissionPorts): PermissionTools {
  const { store, baseUrl, projectId, fetch } = ports
  const receivers = createReceivers({ store })
  const urlOf = (chainId: ChainId) => gatewayUrl({ baseUrl, chainId, projectId })
  return {
    ...ports,
    server: createPermissionsApi({ baseUrl, projectId, fetch }),
    urlOf,
    describe: async ({ reader, wallet, method, params, account, accounts, network, origin }) => {
      const { chainId, name, nativeCurrency, testnet, tokens } = network
      return reader.describe({
        request: { method, params, chainId, account: account.address, origin },
        url: urlOf(chainId),
        network: { name, nativeCurrency, testnet },
        knownAddresses: [
          ...(await receivers.known({ account: account.address, wallet, accounts })),
          { address: account.owner, kind: 'own' },
        ],
        tokens,
        smartAccount: account.address,
      })
    },
  }
}

/** The account that the request names, if it is the visitor's; clear signing refuses others. */
export function namedAccount({ params, account, accounts }: PermissionRequest): OperationAccount {
  const named = (params[0] as { address?: unknown } | null | undefined)?.address
  if (typeof named !== 'string') return account
  return accounts.find(({ address }) => address.toLowerCase() === named.toLowerCase()) ?? account
}

/** Describes a permission to revoke. Uses the server's data only if the chain enforces the same. */
export function toShown({ session, found }: Pick<FoundPermission, 'session' | 'found'>) {
  if (!session || !found.isTrue) return { expiry: found.expiry }
  const { permissions, expiry, signer } = session
  return { permissions, expiry, signer }
}

/** An account's own cost may rise by a quarter between the card and the chain. The card shows the cost with this reserve. */
export function withReserve(cost: OperationCost): OperationCost {
  return cost.sponsor ? cost : { ...cost, cost: (cost.cost * 5n) / 4n, maxFeePerGas: (cost.maxFeePerGas * 5n) / 4n }
}

/**
 * Returns whether an operation prepared after the approval matches the card. The visitor did not agree to a higher payment. Nor to a
 * deployment or a delegation (EIP-7702), unless the card showed it.
 */
export function isAsShown({ cost, shown }: { cost: OperationCost; shown: OperationCost }): boolean {
  if (cost.setsUp && !shown.setsUp) return false
  return cost.sponsor !== null || (shown.sponsor === null && cost.cost <= shown.cost)
}

/** Payer of an operation, as the card shows it. */
export function noteOf({ cost: { sponsor, setsUp }, account }: { cost: OperationCost; account: OperationAccount }) {
  return { sponsor: sponsor?.name ?? null, setsUp, accountType: account.type }
}

/** Adds the maximum cost of a paying account to the description, with its findings. */
export function withCost({
  description,
  cost: { sponsor, gas, maxFeePerGas, cost },
  findings,
  network: {
    nativeCurrency: { symbol, decimals },
  },
}: {
  description: Description
  cost: OperationCost
  findings: PreparedOperation['findings']
  network: ApprovalNetwork
}): Description {
  if (sponsor) return description
  const fee = { gas, maxFeePerGas, cost, costText: formatUnits(cost, decimals), symbol }
  return { ...description, fee, findings: [...findings, ...description.findings] }
}
