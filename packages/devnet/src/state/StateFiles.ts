import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Where one chain's state lies. A node writes `next`; it is only believed when a node has started from it, and becomes
 * `kept` then. So a node that dies while it writes costs what happened since the last start that worked, never the chain.
 */
export type StateFiles = {
  kept: string
  next: string
  /** The files to begin from, best first. */
  candidates: () => Promise<string[]>
  /** A node started from this file. */
  accept: (file: string) => Promise<void>
  /** A node could not start from this file: it is put aside under another name. */
  reject: (file: string) => Promise<void>
  /** Forgets everything. */
  clear: () => Promise<void>
}

/** The state files of a chain in a folder, which is made when it is missing. */
export async function createStateFiles({ folder, id }: { folder: string; id: number }): Promise<StateFiles> {
  await mkdir(folder, { recursive: true })
  const kept = join(folder, `${id}.json`)
  const next = join(folder, `${id}.next.json`)
  return {
    kept,
    next,
    async candidates() {
      const present = await Promise.all([next, kept].map(async (file) => ((await exists(file)) ? [file] : [])))
      return present.flat()
    },
    async accept(file) {
      if (file === next) await rename(next, kept)
    },
    async reject(file) {
      await rename(file, `${file}.unreadable`)
    },
    async clear() {
      await Promise.all([kept, next].map((file) => rm(file, { force: true })))
    },
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}
