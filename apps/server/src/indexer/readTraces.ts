import type { EvmAddress } from '@latchkey/protocol'
import type { RpcCallFrame, RpcFlatTrace } from '../chains/rpcTypes.ts'

/** A transfer of the native token inside a transaction. */
export type InternalTransfer = { sender: EvmAddress; receiver: EvmAddress; amount: bigint }

/** Internal transfers of a block by transaction index. Transactions without any are left out. */
export type BlockTraces = ReadonlyMap<number, readonly InternalTransfer[]>

const moving = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

/**
 * Reads `debug_traceBlockByNumber` with the `callTracer`.
 *
 * @returns undefined if a transaction has no trace: a pruned block is not a block without transfers
 */
export function readCallTracer(result: unknown): BlockTraces | undefined {
  if (!Array.isArray(result)) return undefined
  const traces = new Map<number, InternalTransfer[]>()
  for (const [index, entry] of (result as { result?: RpcCallFrame }[]).entries()) {
    const frame = entry?.result
    if (typeof frame !== 'object' || frame === null) return undefined
    if (frame.error || !frame.calls) continue
    const found: InternalTransfer[] = []
    for (const call of frame.calls) collect(call, found)
    if (found.length > 0) traces.set(index, found)
  }
  return traces
}

/** A failed call reverts everything below it. */
function collect(frame: RpcCallFrame, found: InternalTransfer[]): void {
  if (frame.error) return
  if (moving.has(frame.type) && frame.from && frame.to && frame.value) {
    const amount = BigInt(frame.value)
    if (amount > 0n) found.push({ sender: lower(frame.from), receiver: lower(frame.to), amount })
  }
  if (frame.calls) for (const call of frame.calls) collect(call, found)
}

/**
 * Reads the flat traces of `trace_block`.
 *
 * @returns undefined if the node has no traces of the block
 */
export function readFlatTraces(result: unknown, transactionCount: number): BlockTraces | undefined {
  if (!Array.isArray(result)) return undefined
  const traces = new Map<number, InternalTransfer[]>()
  const seen = new Set<number>()
  const failed: { transaction: number; path: string }[] = []
  for (const trace of result as RpcFlatTrace[]) {
    const transaction = trace.transactionPosition
    // Block rewards are in the list, too, without a transaction.
    if (typeof transaction !== 'number') continue
    seen.add(transaction)
    const path = `${trace.traceAddress.join('.')}.`
    if (trace.error) failed.push({ transaction, path: trace.traceAddress.length === 0 ? '' : path })
    if (trace.traceAddress.length === 0) continue
    if (failed.some((above) => above.transaction === transaction && path.startsWith(above.path))) continue
    const transfer = flatTransfer(trace)
    if (!transfer) continue
    const found = traces.get(transaction)
    if (found) found.push(transfer)
    else traces.set(transaction, [transfer])
  }
  return seen.size < transactionCount ? undefined : traces
}

function flatTransfer({ type, action, result }: RpcFlatTrace): InternalTransfer | undefined {
  const isCall = type === 'call' && (action.callType === undefined || action.callType === 'call')
  const sender = type === 'suicide' || type === 'selfdestruct' ? action.address : action.from
  const receiver = isCall ? action.to : type === 'create' ? result?.address : action.refundAddress
  const value = type === 'suicide' || type === 'selfdestruct' ? action.balance : action.value
  if ((type === 'call' && !isCall) || !sender || !receiver || !value) return undefined
  const amount = BigInt(value)
  return amount > 0n ? { sender: lower(sender), receiver: lower(receiver), amount } : undefined
}

function lower(address: string): EvmAddress {
  return address.toLowerCase() as EvmAddress
}
