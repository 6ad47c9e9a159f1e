import { type ChainId, type ChainNamespace, parseChainId } from '@latchkey/protocol'
import type { RpcCall, RpcOutcome } from './RpcService.ts'

/**
 * EVM methods that the gateway forwards: reads for wallets and sites, simulation, and submission of signed transactions. All others are
 * refused: methods for operators, node accounts, test tools, traces, and paid extras of providers. The operator can add others by their
 * exact names (`chains[].gatewayMethods`). Source: execution-apis; the methods of viem and ethers.
 */
const evmMethods = new Set([
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleByBlockHashAndIndex',
  'eth_getUncleByBlockNumberAndIndex',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_protocolVersion',
  'eth_sendRawTransaction',
  'eth_simulateV1',
  'eth_syncing',
  'net_listening',
  'net_version',
  'web3_clientVersion',
  'web3_sha3',
])

/** Subscriptions need a WebSocket, and filters need one node with state. Behind a failover neither works over HTTP. */
const needsSocket =
  /^eth_(subscribe|unsubscribe|newFilter|newBlockFilter|newPendingTransactionFilter|getFilterChanges|getFilterLogs|uninstallFilter)$/

/**
 * Solana methods that the gateway forwards: reads for wallets and sites, submission and simulation. Scans of programs, ranges of blocks,
 * stakes and the faucet are excluded. Source: Solana's RPC methods.
 */
const solanaMethods = new Set([
  'getAccountInfo',
  'getBalance',
  'getBlockHeight',
  'getBlockTime',
  'getEpochInfo',
  'getEpochSchedule',
  'getFeeForMessage',
  'getFirstAvailableBlock',
  'getGenesisHash',
  'getHealth',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getRecentPerformanceSamples',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getSlot',
  'getTokenAccountBalance',
  'getTokenAccountsByOwner',
  'getTokenSupply',
  'getTransaction',
  'getTransactionCount',
  'getVersion',
  'isBlockhashValid',
  'sendTransaction',
  'simulateTransaction',
])
const solanaSocket = /^(account|signature|logs|slot)(Subscribe|Unsubscribe)$/

/** Bitcoin methods that the gateway answers from Esplora. Source: the names of Bitcoin Core and its address index. */
const bitcoinMethods = new Set([
  'estimatesmartfee',
  'getaddressmempool',
  'getaddresstxids',
  'getaddressutxos',
  'getbestblockhash',
  'getblockcount',
  'getrawtransaction',
  'gettxoutspend',
  'sendrawtransaction',
])

const passed: Readonly<Record<ChainNamespace, ReadonlySet<string>>> = {
  eip155: evmMethods,
  solana: solanaMethods,
  bip122: bitcoinMethods,
}

/** Returns whether a method is bound to one node: subscriptions and filters. */
export function isSocketMethod({ chainId, method }: { chainId: ChainId; method: string }): boolean {
  const { namespace } = parseChainId(chainId)
  if (namespace === 'bip122') return false
  return namespace === 'solana' ? solanaSocket.test(method) : needsSocket.test(method)
}

/** Returns whether a method submits a transaction. In a batch, such calls run one by one and in order. */
export function isSending(method: string): boolean {
  return method === 'eth_sendRawTransaction' || method === 'sendTransaction' || method === 'sendrawtransaction'
}

/** Upstream requests of a gateway call for each address that it names. A list of ids is read in pages. */
const requestsOf: Readonly<Record<string, number>> = { getaddressmempool: 1, getaddresstxids: 5, getaddressutxos: 1 }
/** Maximum of counted addresses. A call with more is refused. */
const mostCounted = 2

/** Returns the cost of a call against its caller's rate limit: the number of upstream requests, if it makes several. */
export function costOf({ chainId, call }: { chainId: ChainId; call: unknown }): number {
  if (parseChainId(chainId).namespace !== 'bip122' || typeof call !== 'object' || call === null) return 1
  const { method, params } = call as { method?: unknown; params?: unknown }
  if (method === 'sendrawtransaction') return 2
  const requests = typeof method === 'string' && Object.hasOwn(requestsOf, method) ? (requestsOf[method] ?? 1) : 0
  if (requests === 0) return 1
  const [asked] = Array.isArray(params) ? params : []
  const list = typeof asked === 'object' && asked !== null && 'addresses' in asked ? asked.addresses : undefined
  return requests * Math.max(1, Math.min(Array.isArray(list) ? list.length : 1, mostCounted))
}

/** JSON-RPC's "method not found", after which clients do not retry. */
const methodNotFound = -32601

/**
 * Returns the error for a method that the gateway does not forward, or undefined.
 *
 * @param options.added names that the operator added for this network
 */
export function refuseMethod({
  chainId,
  method,
  added,
}: {
  chainId: ChainId
  method: string
  added?: ReadonlySet<string> | undefined
}): RpcOutcome | undefined {
  if (passed[parseChainId(chainId).namespace].has(method) || added?.has(method)) return undefined
  return {
    error: {
      code: methodNotFound,
      message: 'Requested RPC call is not allowed',
      data: { code: 'rpc_method_not_allowed' },
    },
  }
}

/** Answers a call that needs no node. Returns undefined for all others. */
export function answerLocally({ chainId, call }: { chainId: ChainId; call: RpcCall }): RpcOutcome | undefined {
  const { namespace, reference } = parseChainId(chainId)
  if (namespace !== 'eip155') return undefined
  if (call.method === 'eth_chainId') return { result: `0x${BigInt(reference).toString(16)}` }
  if (call.method === 'net_version') return { result: reference }
  return call.method === 'net_listening' ? { result: true } : undefined
}
