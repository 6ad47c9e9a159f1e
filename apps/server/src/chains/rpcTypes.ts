/** Hexadecimal text in the format of nodes: quantities without leading zeros, data with them. */
export type Hex = `0x${string}`

/** A log of `eth_getBlockReceipts`. */
export type RpcLog = { address: Hex; topics: Hex[]; data: Hex; logIndex: Hex }

/** A receipt. `gasUsed` and `effectiveGasPrice` are missing on some nodes. */
export type RpcReceipt = {
  transactionHash: Hex
  blockHash: Hex
  status?: Hex
  gasUsed?: Hex
  effectiveGasPrice?: Hex
  contractAddress?: Hex | null
  logs: RpcLog[]
}

/** A transaction of a block. */
export type RpcTransaction = {
  hash: Hex
  from: Hex
  to: Hex | null
  value: Hex
  input: Hex
  nonce: Hex
}

/** A block's header with the fields that the indexer reads. */
export type RpcHeader = {
  number: Hex
  hash: Hex
  parentHash: Hex
  timestamp: Hex
  baseFeePerGas?: Hex
  miner?: Hex
  withdrawals?: { address: Hex }[]
}

/** A block with its transactions. */
export type RpcBlock = RpcHeader & { transactions: RpcTransaction[] }

/** A frame of geth's `callTracer`. */
export type RpcCallFrame = {
  type: string
  from?: Hex
  to?: Hex
  value?: Hex
  error?: string
  calls?: RpcCallFrame[]
}

/** A call in the flat traces of `trace_block`. */
export type RpcFlatTrace = {
  type: string
  action: { from?: Hex; to?: Hex; value?: Hex; callType?: string; address?: Hex; refundAddress?: Hex; balance?: Hex }
  result?: { address?: Hex } | null
  error?: string | null
  traceAddress: number[]
  transactionPosition?: number | null
}
