import type { EvmAddress } from '@latchkey/protocol'
import type { Hex, RpcHeader, RpcLog } from '../../chains/rpcTypes.ts'
import type { RpcCall, RpcOutcome } from '../../rpc/RpcService.ts'
import type { PinnedBlock } from './createPinnedReader.ts'
import type { KnownPool } from './LiquiditySource.ts'
import { liquiditySources, sourceOf } from './sources.ts'

/** Changes between two reads. */
export type Changes = {
  /** Whether the block of the last read is still in the chain, and all events since then are known. */
  isContinuous: boolean
  /** Ticks that the events of each pool affect. */
  touched: ReadonlyMap<EvmAddress, readonly number[]>
  gasPrice: bigint | undefined
}

/**
 * Returns the calls that find the changes since a block: the gas price, whether that block is still in the chain, and the
 * events after it.
 *
 * @param options.before the block of the last read; without it, nothing is continuous
 */
export function readChanges({
  before,
  block,
  pools,
}: {
  before: { block: number; hash: Hex } | undefined
  block: PinnedBlock
  pools: readonly KnownPool[]
}): { calls: RpcCall[]; take: (outcomes: readonly RpcOutcome[]) => Changes } {
  const watched = new Map(pools.flatMap((pool) => (sourceOf(pool).watch ? [[pool.address, pool] as const] : [])))
  const topics = Object.values(liquiditySources).flatMap(({ watch }) => watch?.topics ?? [])
  const calls: RpcCall[] = [{ method: 'eth_gasPrice', params: [] }]
  if (before && before.hash !== block.hash) {
    calls.push({ method: 'eth_getBlockByNumber', params: [toHex(before.block), false] })
    if (watched.size > 0) {
      const range = { fromBlock: toHex(before.block + 1), toBlock: toHex(block.number) }
      calls.push({ method: 'eth_getLogs', params: [{ ...range, address: [...watched.keys()], topics: [topics] }] })
    }
  }
  return {
    calls,
    take: ([price, last, events]) => {
      const gasPrice = price && 'result' in price ? BigInt(price.result as Hex) : undefined
      const nothing: Changes = { isContinuous: false, touched: new Map(), gasPrice }
      if (!before) return nothing
      if (before.hash === block.hash) return { ...nothing, isContinuous: true }
      const header = last && 'result' in last ? (last.result as RpcHeader | null) : null
      if (header?.hash !== before.hash) return nothing
      if (watched.size === 0) return { ...nothing, isContinuous: true }
      const logs = events && 'result' in events ? (events.result as RpcLog[] | null) : null
      if (!logs) return nothing
      const touched = new Map<EvmAddress, number[]>()
      for (const log of logs) {
        const address = log.address.toLowerCase() as EvmAddress
        const pool = watched.get(address)
        const found = pool && sourceOf(pool).watch?.touched(log)
        if (found) touched.set(address, [...(touched.get(address) ?? []), ...found])
      }
      return { isContinuous: true, touched, gasPrice }
    },
  }
}

function toHex(number: number): Hex {
  return `0x${number.toString(16)}`
}
