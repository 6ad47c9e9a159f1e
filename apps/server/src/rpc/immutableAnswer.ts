import type { RpcCall } from './RpcService.ts'

const hash = /^0x[0-9a-fA-F]{64}$/
/** Solana's: by signature, once finalized, which is the default commitment. */
const solanaFinal = new Set(['getTransaction'])
const quantity = /^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,15})$/

/** Calls whose first parameter is a block hash. */
const byBlockHash = new Set([
  'eth_getBlockByHash',
  'eth_getBlockTransactionCountByHash',
  'eth_getTransactionByBlockHashAndIndex',
])

/** Position of a call's block parameter: by number, or (mostly) by EIP-1898 object. */
const blockPosition: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getBlockTransactionCountByNumber: 0,
  eth_getTransactionByBlockNumberAndIndex: 0,
  eth_getBlockReceipts: 0,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_call: 1,
  eth_getStorageAt: 2,
}

/**
 * Returns whether the answer to a call can never change: it depends on a block hash, or on a block that no reorganization can replace.
 * Lookups by transaction hash need the `result`, and are final once their block is.
 *
 * @param options.finalBlock the newest final block; undefined if the head is unknown
 */
export function isImmutableAnswer({
  call: { method, params = [] },
  result,
  finalBlock,
}: {
  call: RpcCall
  result: unknown
  finalBlock: number | undefined
}): boolean {
  if (result === null || result === undefined) return false
  const isFinal = (value: unknown) =>
    finalBlock !== undefined && typeof value === 'string' && quantity.test(value) && Number(value) <= finalBlock

  if (method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash') {
    return typeof result === 'object' && 'blockNumber' in result && isFinal(result.blockNumber)
  }
  if (byBlockHash.has(method) || method === 'getGenesisHash') return true
  if (solanaFinal.has(method)) return isFinalized(params[1])
  if (method === 'eth_getLogs') {
    const [filter] = params
    if (typeof filter !== 'object' || filter === null) return false
    if ('blockHash' in filter) return true
    return 'fromBlock' in filter && 'toBlock' in filter && isFinal(filter.fromBlock) && isFinal(filter.toBlock)
  }
  const position = blockPosition[method]
  if (position === undefined) return false
  // State overrides make the answer depend on more than the block. The cache key includes them, so the answer can be cached.
  const block = params[position]
  if (typeof block === 'object' && block !== null) {
    if ('blockHash' in block) return true
    return 'blockNumber' in block && isFinal(block.blockNumber)
  }
  return (method === 'eth_getBlockReceipts' && typeof block === 'string' && hash.test(block)) || isFinal(block)
}

function isFinalized(options: unknown): boolean {
  if (typeof options !== 'object' || options === null || !('commitment' in options)) return true
  return options.commitment === undefined || options.commitment === null || options.commitment === 'finalized'
}
