import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import type { World } from '../world/World.ts'
import { bakeChain } from './bakeChain.ts'
import { bakeKey } from './bakeKey.ts'
import { makePlacements } from './placements.ts'

/** Milliseconds after which an unused state is deleted. */
const shelfLife = 3 * 24 * 3600 * 1000

/**
 * Makes sure that a baked state exists for each chain. Baking takes seconds and happens at most once a day. A file gets its
 * name only when it is complete, which makes concurrent baking safe.
 *
 * @returns The state file of each chain.
 * @throws LatchkeyError `devnet_failed` when a chain cannot be baked.
 */
export async function bakeStates({
  binary,
  world,
  ids,
  folder,
  now,
  onProgress,
}: {
  binary: string
  world: World
  ids: readonly number[]
  folder: string
  now: Date
  onProgress: (message: string) => void
}): Promise<Map<number, string>> {
  await mkdir(folder, { recursive: true })
  const files = new Map(ids.map((id) => [id, join(folder, `${bakeKey({ id, now })}.json`)]))
  const missing: { id: number; file: string }[] = []
  for (const [id, file] of files) if (!(await exists(file))) missing.push({ id, file })
  if (missing.length === 0) return files

  onProgress('contracts, once a day')
  const shares = new Map<number, number>()
  const temporary = (file: string) => `${file}.${process.pid}.${Date.now()}.tmp`
  try {
    const placements = await makePlacements({ world, binary })
    await Promise.all(
      missing.map(async ({ id, file }) => {
        const unfinished = temporary(file)
        try {
          await bakeChain({
            ...{ binary, id, world, placements, file: unfinished, now },
            onProgress(share) {
              shares.set(id, share)
              const least = Math.min(...missing.map((chain) => shares.get(chain.id) ?? 0))
              if (share === least) onProgress(`two days of trading, once a day, ${Math.round(least * 100)} %`)
            },
          })
          await rename(unfinished, file)
        } finally {
          await rm(unfinished, { force: true })
        }
      }),
    )
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    throw new ServiceError('devnet_failed', { message: 'The local chains could not be prepared', cause })
  }
  await throwOld({ folder, keep: new Set(files.values()) })
  return files
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

async function throwOld({ folder, keep }: { folder: string; keep: ReadonlySet<string> }): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    if (keep.has(file)) continue
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > shelfLife) await rm(file, { force: true })
  }
}
