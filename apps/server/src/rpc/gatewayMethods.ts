import { type ChainId, type ChainNamespace, parseChainId } from '@latchkey/protocol'
import type { RpcCall, RpcOutcome } from './RpcService.ts'

/**
 * Methods of a node's operator, its accounts and its test tools: never for the public, whatever the node behind would do.
 * Subscriptions need a WebSocket, filters a node that remembers: behind a fail-over neither works over HTTP.
 */
const forbidden =
  /^(anvil|evm|hardhat|debug|admin|personal|miner|txpool|engine|trace|ots|clique|les|parity|ganache|tenderly|wallet)_|^eth_(sign|signTransaction|signTypedData.*|sendTransaction|sendTransactionSync|sendUnsignedTransaction|accounts|coinbase|mining|hashrate|getWork|submitWork|submitHashrate)$/

const needsSocket =
  /^eth_(subscribe|unsubscribe|newFilter|newBlockFilter|newPendingTransactionFilter|getFilterChanges|getFilterLogs|uninstallFilter)$/

/**
 * What Solana's clusters are asked through the gateway: reads that wallets and sites need, sending and simulating. Whole programs, blocks
 * in ranges, the network's stakes and the faucet are not among them. Source: Solana's RPC methods.
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

/** What Bitcoin's networks are asked through the gateway; answered from Esplora. Source: the names of Bitcoin Core and its address index. */
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

const passes: Readonly<Record<ChainNamespace, (method: string) => boolean>> = {
  eip155: (method) => !forbidden.test(method) && !needsSocket.test(method),
  solana: (method) => solanaMethods.has(method),
  bip122: (method) => bitcoinMethods.has(method),
}

/** Tells whether a method belongs to one node: subscriptions and filters. */
export function isSocketMethod({ chainId, method }: { chainId: ChainId; method: string }): boolean {
  const { namespace } = parseChainId(chainId)
  if (namespace === 'bip122') return false
  return namespace === 'solana' ? solanaSocket.test(method) : needsSocket.test(method)
}

/** Tells whether a method sends a transaction: those of a batch go one by one, and in order. */
export function isSending(method: string): boolean {
  return method === 'eth_sendRawTransaction' || method === 'sendTransaction' || method === 'sendrawtransaction'
}

/** Requests to a server that a call of the gateway is, for each address that it names: a list of ids is read in pages. */
const requestsOf: Readonly<Record<string, number>> = { getaddressmempool: 1, getaddresstxids: 5, getaddressutxos: 1 }
/** Addresses that are counted: a call with more is refused. */
const mostCounted = 2

/** What a call counts as against its caller's limit: the requests that it makes, where one call makes several. */
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

/** JSON-RPC's "method not found": what clients understand as "do not ask this again". */
const methodNotFound = -32601

/** The refusal of a method that the gateway does not pass on; undefined when it does. */
export function refuseMethod({ chainId, method }: { chainId: ChainId; method: string }): RpcOutcome | undefined {
  if (passes[parseChainId(chainId).namespace](method)) return undefined
  return {
    error: {
      code: methodNotFound,
      message: 'Requested RPC call is not allowed',
      data: { code: 'rpc_method_not_allowed' },
    },
  }
}

/** The answer to what needs no node; undefined when it does. */
export function answerLocally({ chainId, call }: { chainId: ChainId; call: RpcCall }): RpcOutcome | undefined {
  const { namespace, reference } = parseChainId(chainId)
  if (namespace !== 'eip155') return undefined
  if (call.method === 'eth_chainId') return { result: `0x${BigInt(reference).toString(16)}` }
  if (call.method === 'net_version') return { result: reference }
  return call.method === 'net_listening' ? { result: true } : undefined
}
