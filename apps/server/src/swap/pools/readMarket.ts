import type { EvmAddress } from '@latchkey/protocol'
import type { PinnedBlock, PinnedReader } from './createPinnedReader.ts'
import type { KnownPool, PoolRead } from './LiquiditySource.ts'
import type { PoolState } from './PoolState.ts'
import type { Changes, readChanges } from './readChanges.ts'
import { sourceOf } from './sources.ts'

/** Maximum number of rounds for a pool: price, bitmap and ticks, and all of them again if the known state did not fit. */
const maximumRounds = 6

/**
 * Brings pools up to the state of one block. All pools share the rounds.
 *
 * @param options.known the previous states
 * @param options.changes the changes since then; read with the first round
 * @returns the states by address, in the order of the pools, without contracts that are no pools; undefined if the known
 *   states cannot be continued
 * @throws BlockMoved; LatchkeyError `upstream_unavailable`
 */
export async function readMarket({
  reader,
  block,
  pools,
  known,
  changes,
}: {
  reader: PinnedReader
  block: PinnedBlock
  pools: readonly KnownPool[]
  known: ReadonlyMap<EvmAddress, PoolState>
  changes: ReturnType<typeof readChanges>
}): Promise<{ states: Map<EvmAddress, PoolState>; gasPrice: bigint | undefined } | undefined> {
  let told: Changes | undefined
  const found = new Map<EvmAddress, PoolState>()
  let round = pools.map((pool): { address: EvmAddress; read: PoolRead } => {
    const { address } = pool
    const touched = () => told?.touched.get(address) ?? []
    return { address, read: sourceOf(pool).plan({ pool, known: known.get(address), touched }) }
  })
  for (let count = 0; count < maximumRounds && (round.length > 0 || !told); count++) {
    const reads = round.flatMap(({ read }) => read.reads)
    const { answers, outcomes } = await reader.read({ block, reads, ...(told ? {} : { calls: changes.calls }) })
    told ??= changes.take(outcomes)
    if (known.size > 0 && !told.isContinuous) return undefined
    let start = 0
    const next: typeof round = []
    for (const { address, read } of round) {
      const own = answers.slice(start, start + read.reads.length)
      start += read.reads.length
      const result = read.take(own)
      if (result && 'take' in result) next.push({ address, read: result })
      else if (result) found.set(address, result)
    }
    round = next
  }
  const states = new Map<EvmAddress, PoolState>()
  for (const { address } of pools) {
    const state = found.get(address)
    if (state) states.set(address, state)
  }
  return { states, gasPrice: told?.gasPrice }
}
