import { startAnvil } from '../anvil/startAnvil.ts'
import { historyLength } from '../market/fairPrice.ts'
import type { World } from '../world/World.ts'
import { deployWorld } from './deployWorld.ts'
import { createManualChain } from './ManualChain.ts'
import type { Placement } from './placements.ts'
import { playHistory } from './playHistory.ts'
import { seedPools } from './seedPools.ts'

/** Seconds after the first block at which the pools open. */
const opened = 30 * 60

/**
 * Lives through the history of one chain and writes its state to a file.
 *
 * @param now When the history ends.
 */
export async function bakeChain({
  binary,
  id,
  world,
  placements,
  file,
  now,
  onProgress,
}: {
  binary: string
  id: number
  world: World
  placements: readonly Placement[]
  file: string
  now: Date
  onProgress: (share: number) => void
}): Promise<void> {
  // A minute before now, so that no clock is ahead of the chain's.
  const genesis = Math.floor(now.getTime() / 1000) - 60 - historyLength
  const anvil = await startAnvil({
    ...{ binary, id, port: 0, dumpState: file, timestamp: genesis, manualMining: true, whenOrphaned: 'kill' },
  })
  try {
    const chain = createManualChain({ id, rpc: anvil.rpc, genesis })
    await deployWorld({ chain, world, placements, at: genesis + 60 })
    await seedPools({ chain, world, time: opened, at: genesis + opened })
    await playHistory({ chain, world, genesis, opened, onProgress })
    await anvil.stop({ save: true })
  } finally {
    await anvil.stop({ save: false })
  }
}
