import { type ChainId, parseChainId } from '@latchkey/protocol'
import type { RpcCall, RpcOutcome } from './RpcService.ts'

/**
 * Methods of a node's operator, its accounts and its test tools: never for the public, whatever the node behind would do.
 * Subscriptions need a WebSocket, filters a node that remembers: behind a fail-over neither works over HTTP.
 */
const forbidden =
  /^(anvil|evm|hardhat|debug|admin|personal|miner|txpool|engine|trace|ots|clique|les|parity|ganache|tenderly|wallet)_|^eth_(sign|signTransaction|signTypedData.*|sendTransaction|sendTransactionSync|sendUnsignedTransaction|accounts|coinbase|mining|hashrate|getWork|submitWork|submitHashrate)$/

const needsSocket =
  /^eth_(subscribe|unsubscribe|newFilter|newBlockFilter|newPendingTransactionFilter|getFilterChanges|getFilterLogs|uninstallFilter)$/

/** Tells whether a method belongs to one node: subscriptions and filters. */
export function isSocketMethod(method: string): boolean {
  return needsSocket.test(method)
}

/** JSON-RPC's "method not found": what clients understand as "do not ask this again". */
const methodNotFound = -32601

/** The refusal of a method that the gateway does not pass on; undefined when it does. */
export function refuseMethod({ method }: { method: string }): RpcOutcome | undefined {
  if (!forbidden.test(method) && !needsSocket.test(method)) return undefined
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
