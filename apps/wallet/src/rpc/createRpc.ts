import { type ChainId, isSafeRpcMethod, isUnsafeRpcMethod, parseChainId, type SafeRpcMethod } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Gateway } from '../gateway/createGateway.ts'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'
import type { ApprovalNetwork, Approvals } from './createApprovals.ts'

/** An EIP-1193 request of the host. */
export type Rpc = (
  request: { method: string; params?: unknown; chainId?: ChainId | undefined },
  context: { signal: AbortSignal; hold: () => void },
) => Promise<unknown>

/** Methods that are on the list and cannot be done yet: there are accounts of Ethereum-type networks only, and no smart ones. */
const solanaMethods = [
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'solana_signMessage',
  'solana_signTransaction',
]
const smartAccountMethods = [
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_getUserOperationReceipt',
  'eth_sendUserOperation',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'wallet_sendCalls',
]

/**
 * Makes the answering of RPC requests: reads go to the operator's own gateway, what signs needs an approval, everything else is
 * refused. A page cannot name a node of its own (threat 19), nor a network that is not configured.
 */
export function createRpc({
  networks,
  activeChain,
  accounts,
  gateway,
  approvals,
}: {
  networks: () => readonly ApprovalNetwork[]
  activeChain: () => ChainId
  /** The wallet's addresses on Ethereum-type networks; the first is the one in use. None: signed out. */
  accounts: () => readonly string[]
  gateway: Gateway
  approvals: Approvals
}): Rpc {
  const networkOf = (chainId: ChainId) => {
    const network = networks().find((one) => one.chainId === chainId)
    if (!network) throw new ServiceError('unsupported_chain')
    return network
  }

  const local: Partial<Record<SafeRpcMethod, (chainId: ChainId, params: readonly unknown[]) => unknown>> = {
    eth_accounts: () => accounts(),
    eth_chainId: (chainId) => `0x${BigInt(parseChainId(chainId).reference).toString(16)}`,
    net_version: (chainId) => parseChainId(chainId).reference,
    // EIP-5792: nothing beyond what every account can do.
    wallet_getCapabilities: (_chainId, params) =>
      readCapabilities({ params, accounts: accounts(), networks: networks() }),
    // EIP-5792: there are no batches of ours to ask about.
    wallet_getCallsStatus: () => {
      throw new RpcRefusal({ code: 'not_found', rpcCode: 5730 })
    },
  }

  return async ({ method, params, chainId = activeChain() }, { signal, hold }) => {
    if (!isSafeRpcMethod(method) && !isUnsafeRpcMethod(method)) {
      approvals.showRefused({ method, description: null })
      throw new ServiceError('rpc_method_not_allowed')
    }
    // On the list, but not of anything that exists here.
    if (solanaMethods.includes(method)) throw new RpcRefusal({ code: 'unsupported_chain', rpcCode: 4200 })
    if (smartAccountMethods.includes(method)) throw new RpcRefusal({ code: 'smart_account_unavailable', rpcCode: 4200 })
    const network = networkOf(chainId)
    const list = readParams(params)
    if (isSafeRpcMethod(method)) {
      const answer = local[method]
      return answer ? answer(chainId, list) : gateway({ chainId, method, params: list, signal })
    }
    // What is signed is for the network that the visitor is on, not for one that the page names.
    if (chainId !== activeChain()) throw new ServiceError('chain_changed')
    const [account] = accounts()
    if (account === undefined) throw new ServiceError('no_active_account')
    return approvals.ask({ method, params: list, network, account: accountOf({ method, list, account }), signal, hold })
  }

  /** The account that a request names, when it is one of the wallet's; clear signing refuses the others. */
  function accountOf({ method, list, account }: { method: string; list: readonly unknown[]; account: string }): string {
    const named =
      method === 'eth_sendTransaction'
        ? (list[0] as { from?: unknown } | null | undefined)?.from
        : list[method === 'personal_sign' ? 1 : 0]
    if (typeof named !== 'string') return account
    return accounts().find((one) => one.toLowerCase() === named.toLowerCase()) ?? account
  }
}

function readParams(params: unknown): readonly unknown[] {
  if (params === undefined || params === null) return []
  if (!Array.isArray(params)) throw new ServiceError('malformed_request')
  return params
}

function readCapabilities({
  params,
  accounts,
  networks,
}: {
  params: readonly unknown[]
  accounts: readonly string[]
  networks: readonly ApprovalNetwork[]
}): Record<string, object> {
  const [account, chains] = params
  const isOwn = typeof account === 'string' && accounts.some((one) => one.toLowerCase() === account.toLowerCase())
  if (!isOwn) throw new ServiceError('no_active_account')
  const own = networks.map(({ chainId }) => `0x${BigInt(parseChainId(chainId).reference).toString(16)}`)
  const asked = Array.isArray(chains) ? own.filter((chain) => chains.includes(chain)) : own
  return Object.fromEntries(asked.map((chain) => [chain, { atomic: { status: 'unsupported' } }]))
}
