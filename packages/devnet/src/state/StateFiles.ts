import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Hex } from 'viem'
import { isRunning, markProcess, type ProcessMark, parseMark } from '../../../../scripts/lib/processMark.mjs'
import type { Rpc } from '../anvil/rpc.ts'

/**
 * State files of a chain. A node writes its state when it ends, but not atomically: a node that is killed then leaves an
 * incomplete file. There are three files, and the newest that a node can start from is used:
 *
 * - `next`: written by the node when it ends by SIGTERM
 * - `recent`: our last snapshot of the running node, either complete or missing
 * - `kept`: the state of the chain's last start
 */
export type StateFiles = {
  /** File that the node writes when it ends. */
  next: string
  /** Returns the existing states, newest first. */
  candidates: () => Promise<string[]>
  /** Turns a candidate into a file that a node can load. */
  prepare: (candidate: string) => Promise<string>
  /** A node started from this candidate, or from the baked state. */
  accept: (options: { candidate?: string; pid: number }) => Promise<void>
  /** Renames a candidate from which a node could not start. */
  reject: (candidate: string) => Promise<void>
  /** Writes the state of a running node. */
  save: (rpc: Rpc) => Promise<void>
  /** The node that an earlier process left behind and that still writes its state, if there is one. */
  leftover: () => Promise<ProcessMark | undefined>
  /** Deletes all states. */
  clear: () => Promise<void>
}

/** Returns the state files of a chain in a folder. Creates a missing folder. */
export async function createStateFiles({ folder, id }: { folder: string; id: number }): Promise<StateFiles> {
  await mkdir(folder, { recursive: true })
  const kept = join(folder, `${id}.json`)
  const next = join(folder, `${id}.next.json`)
  const recent = join(folder, `${id}.recent.json.gz`)
  const loading = join(folder, `${id}.loading.json`)
  const node = join(folder, `${id}.node`)
  return {
    next,
    async candidates() {
      const found = await Promise.all([next, recent, kept].map(async (file) => ({ file, time: await modified(file) })))
      return found
        .filter(({ time }) => time > 0)
        .sort((a, b) => b.time - a.time)
        .map(({ file }) => file)
    },
    async prepare(candidate) {
      if (candidate !== recent) return candidate
      await writeFile(loading, await promisify(gunzip)(await readFile(recent)))
      return loading
    },
    async accept({ candidate, pid }) {
      await writeFile(node, JSON.stringify(markProcess(pid)))
      if (candidate === next) await rename(next, kept)
      if (candidate === recent) await rename(loading, kept)
    },
    async reject(candidate) {
      await rm(loading, { force: true })
      await rename(candidate, `${candidate}.unreadable`)
    },
    async save(rpc) {
      const state = await rpc<Hex>('anvil_dumpState')
      await writeFile(`${recent}.tmp`, Buffer.from(state.slice(2), 'hex'))
      await rename(`${recent}.tmp`, recent)
    },
    async leftover() {
      const mark = parseMark(await readFile(node, 'utf8').catch(() => ''))
      return mark && isRunning(mark) ? mark : undefined
    },
    async clear() {
      await Promise.all([next, recent, kept].map((file) => rm(file, { force: true })))
    },
  }
}

/** Returns the time of a file's last change, or 0 if it is missing. */
async function modified(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
}
