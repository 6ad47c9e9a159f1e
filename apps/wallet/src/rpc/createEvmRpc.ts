import { type ChainId, isSafeRpcMethod, parseChainId, type SafeRpcMethod } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { WalletRequests } from '../frame/createRequests.ts'
import type { Gateway } from '../gateway/createGateway.ts'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'
import type { OperationAccount } from '../operations/Operations.ts'
import type { ApprovalNetwork } from './createApprovals.ts'
import { transactionOf } from './createCallRequests.ts'
import type { Rpc } from './Rpc.ts'
import { readCall, readCallsRequest } from './readCalls.ts'
import { readCapabilities } from './readCapabilities.ts'
import { readOperationRequest } from './readOperationRequest.ts'

/** Methods of the bundler. Source: ERC-4337, ERC-7769. */
const bundlerMethods = [
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_getUserOperationReceipt',
  'eth_supportedEntryPoints',
]
/** Methods that need operations: a network without them refuses these. */
const operationMethods = [
  'eth_sendUserOperation',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'wallet_sendCalls',
]

/** Context of a signing request. */
type Asked = {
  params: readonly unknown[]
  network: ApprovalNetwork
  account: OperationAccount
  signal: AbortSignal
  hold: () => void
}

/** Creates the handler of the listed methods on EVM networks. Reads go to the operator's gateway; signing needs an approval. */
export function createEvmRpc({
  networks,
  activeChain,
  accounts,
  origin,
  gateway,
  requests: { approvals, calls, operations, permissions, server, bundler },
}: {
  networks: () => readonly ApprovalNetwork[]
  activeChain: () => ChainId
  /** The wallet's accounts on a network, the one in use first. None: logged out. */
  accounts: (chainId: ChainId) => readonly OperationAccount[]
  /** The verified origin of the host. */
  origin: () => string
  gateway: Gateway
  requests: WalletRequests
}): Rpc {
  const networkOf = (chainId: ChainId) => {
    const network = networks().find((one) => one.chainId === chainId)
    if (!network) throw new ServiceError('unsupported_chain')
    return network
  }
  const idOf = (params: readonly unknown[]) => {
    const [id] = params
    if (typeof id !== 'string') throw new ServiceError('malformed_request')
    return { origin: origin(), id }
  }

  const local: Partial<
    Record<SafeRpcMethod, (chainId: ChainId, params: readonly unknown[], signal: AbortSignal) => unknown>
  > = {
    // A site gets only the account in use, and, if that is an EOA, the other EOAs of earlier versions.
    eth_accounts: (chainId) => {
      const [inUse, ...others] = accounts(chainId)
      if (!inUse) return []
      const isOrdinary = inUse.type === 'eoa'
      return [inUse, ...others.filter(({ type }) => isOrdinary && type === 'eoa')].map(({ address }) => address)
    },
    eth_chainId: (chainId) => `0x${BigInt(parseChainId(chainId).reference).toString(16)}`,
    net_version: (chainId) => parseChainId(chainId).reference,
    wallet_getCapabilities: (_chainId, params) => readCapabilities({ params, accounts, networks: networks(), gateway }),
    wallet_getCallsStatus: (_chainId, params) => operations.status(idOf(params)),
    wallet_showCallsStatus: async (_chainId, params) => {
      const status = await operations.status(idOf(params))
      const number = Number(status.chainId)
      const network = networks().find((one) => Number(parseChainId(one.chainId).reference) === number)
      const hash = status.receipts?.at(-1)?.transactionHash ?? null
      approvals.showCalls({ network: network?.name ?? '', status: status.status, hash })
      return null
    },
    wallet_getAssets: (chainId, params, signal) => server({ chainId, method: 'wallet_getAssets', params, signal }),
  }
  for (const method of bundlerMethods as SafeRpcMethod[])
    local[method] = (chainId, params, signal) => {
      if (!networkOf(chainId).smartAccounts) throw unavailable()
      return bundler({ chainId, method, params, signal })
    }

  const sendTransaction = async ({ account, params, ...asked }: Asked) => {
    const method = 'eth_sendTransaction'
    const list = [readCall(params[0])]
    const sent = await calls.send({ method, request: { method, params }, calls: list, account, ...asked })
    return transactionOf(sent, { signal: asked.signal })
  }
  const sendCalls = async ({ account, params, ...asked }: Asked) => {
    const { id, from, chainId, calls: list } = readCallsRequest(params)
    networkOf(chainId)
    if (chainId !== asked.network.chainId) throw new RpcRefusal({ code: 'chain_changed', rpcCode: 5710 })
    const sender = from === undefined ? account : accountOf(chainId, from)
    if (id !== undefined) await operations.checkId({ origin: origin(), id })
    const request = toBatch({ account: sender, chainId, calls: list })
    const sent = await calls.send({ method: 'wallet_sendCalls', request, calls: list, account: sender, id, ...asked })
    return { id: sent.id }
  }
  const sendUserOperation = async ({ params, ...asked }: Asked) => {
    const { chainId } = asked.network
    const { sender, callData } = readOperationRequest(params)
    const list = await operations.decode(callData)
    // Otherwise something could hide between the shown calls.
    if (!list) throw new RpcRefusal({ code: 'operation_refused', rpcCode: -32602 })
    const account = accountOf(chainId, sender)
    const request = toBatch({ account, chainId, calls: list })
    return (await calls.send({ ...asked, method: 'eth_sendUserOperation', request, calls: list, account })).hash
  }
  const special: Record<string, ((asked: Asked) => Promise<unknown>) | undefined> = {
    wallet_sendCalls: sendCalls,
    eth_sendUserOperation: sendUserOperation,
    wallet_grantPermissions: (asked) => permissions.grant({ ...asked, accounts: accounts(asked.network.chainId) }),
    wallet_revokePermissions: (asked) => permissions.revoke({ ...asked, accounts: accounts(asked.network.chainId) }),
  }

  return async ({ method, params, chainId = activeChain() }, { signal, hold }) => {
    const network = networkOf(chainId)
    if (operationMethods.includes(method) && !network.smartAccounts) throw unavailable()
    const list = readParams(params)
    if (isSafeRpcMethod(method)) {
      const answer = local[method]
      return answer ? answer(chainId, list, signal) : gateway({ chainId, method, params: list, signal })
    }
    // Signing is only for the network in use, not for one that the page names.
    if (chainId !== activeChain()) throw new ServiceError('chain_changed')
    const [inUse] = accounts(chainId)
    if (inUse === undefined) throw new ServiceError('no_active_account')
    const asked = { params: list, network, account: inUse, signal, hold }
    const answer = special[method]
    if (answer) return answer(asked)
    const account = namedAccount({ method, list, chainId }) ?? inUse
    if (method === 'eth_sendTransaction' && account.type === 'smartAccount')
      return sendTransaction({ ...asked, account })
    return approvals.ask({ method, ...asked, account: account.address })
  }

  /** The account that a request names, if it is one of the wallet's; clear signing refuses the others. */
  function namedAccount({ method, list, chainId }: { method: string; list: readonly unknown[]; chainId: ChainId }) {
    const named =
      method === 'eth_sendTransaction'
        ? (list[0] as { from?: unknown } | null | undefined)?.from
        : list[method === 'personal_sign' ? 1 : 0]
    return typeof named === 'string' ? findAccount(chainId, named) : undefined
  }

  function findAccount(chainId: ChainId, address: string) {
    return accounts(chainId).find((one) => one.address.toLowerCase() === address.toLowerCase())
  }

  /** @throws LatchkeyError `account_changed` for an account that is not the visitor's */
  function accountOf(chainId: ChainId, address: string): OperationAccount {
    const found = findAccount(chainId, address)
    if (!found) throw new ServiceError('account_changed')
    return found
  }
}

/** Converts calls to the format of clear signing, without the page's other fields. */
function toBatch({
  account,
  chainId,
  calls,
}: {
  account: OperationAccount
  chainId: ChainId
  calls: readonly { to: `0x${string}`; value: bigint; data: `0x${string}` }[]
}) {
  const hex = (value: bigint) => `0x${value.toString(16)}`
  const batch = {
    version: '2.0.0',
    from: account.address,
    chainId: hex(BigInt(parseChainId(chainId).reference)),
    atomicRequired: true,
    calls: calls.map(({ to, value, data }) => ({ to, value: hex(value), data })),
  }
  return { method: 'wallet_sendCalls', params: [batch] }
}

function unavailable(): RpcRefusal {
  return new RpcRefusal({ code: 'smart_account_unavailable', rpcCode: 4200 })
}

function readParams(params: unknown): readonly unknown[] {
  if (params === undefined || params === null) return []
  if (!Array.isArray(params)) throw new ServiceError('malformed_request')
  return params
}
