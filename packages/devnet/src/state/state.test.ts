import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRunning, markProcess, parseMark } from '../../../../scripts/lib/processMark.mjs'
import type { Rpc } from '../anvil/rpc.ts'
import { testFolder } from '../test/testFolder.ts'
import { isKeptWorldCurrent } from './keptWorld.ts'
import { lockFolder } from './lockFolder.ts'
import { mineWhenNeeded } from './mineWhenNeeded.ts'
import { runFolder } from './runFolder.ts'

let folder: string
let remove: () => Promise<void>
beforeEach(async () => {
  const own = await testFolder()
  folder = own.folder
  remove = own.remove
})
afterEach(() => remove())

/** A number that no process has. */
const nobody = { pid: 2 ** 22 + 1, startedAt: '1' }

describe('ProcessMark', () => {
  it('default: recognizes its process, but not another one with the same ID', () => {
    const mark = markProcess(process.pid)
    expect(isRunning(mark)).toBe(true)
    expect(parseMark(JSON.stringify(mark))).toEqual(mark)
    expect(isRunning({ ...mark, startedAt: '1' })).toBe(false)
    expect(isRunning(nobody)).toBe(false)
  })

  it.each(['', 'x', '{}', '{"pid":-1,"startedAt":""}', '{"pid":1'])('error: %j is no mark', (text) => {
    expect(parseMark(text)).toBeUndefined()
  })
})

describe('lockFolder', () => {
  it('default: a folder belongs to one until it is given back', async () => {
    const unlock = lockFolder({ folder })
    expect(() => lockFolder({ folder })).toThrow(expect.objectContaining({ code: 'data_folder_locked' }))
    unlock()
    lockFolder({ folder })()
    expect(await readdir(folder)).toEqual([])
  })

  it.each([JSON.stringify(nobody), 'half a ma'])('behavior: an old lock (%s) has no effect', async (text) => {
    await writeFile(join(folder, 'lock'), text)
    const unlock = lockFolder({ folder })
    expect(parseMark(await readFile(join(folder, 'lock'), 'utf8'))).toEqual(markProcess(process.pid))
    unlock()
  })
})

describe('runFolder', () => {
  it('behavior: removes only the folders of killed runs', async () => {
    await Promise.all(['dead', 'alive'].map((name) => mkdir(join(folder, name))))
    await writeFile(join(folder, 'dead', 'lock'), JSON.stringify(nobody))
    await writeFile(join(folder, 'alive', 'lock'), JSON.stringify(markProcess(process.pid)))
    expect(await runFolder({ folder })).not.toBe(await runFolder({ folder }))
    expect(await readdir(folder)).toEqual(['alive'])
  })
})

describe('isKeptWorldCurrent', () => {
  it('default: an empty folder fits any version, a marked one only its own', async () => {
    expect(await isKeptWorldCurrent({ folder, version: 1 })).toBe(true)
    expect(await isKeptWorldCurrent({ folder, version: 1 })).toBe(true)
    expect(await isKeptWorldCurrent({ folder, version: 2 })).toBe(false)
    expect(await isKeptWorldCurrent({ folder, version: 2 })).toBe(true)
  })

  it('error: an unreadable mark is of another version', async () => {
    await writeFile(join(folder, 'world.json'), '{"vers')
    expect(await isKeptWorldCurrent({ folder, version: 1 })).toBe(false)
  })
})

describe('mineWhenNeeded', () => {
  const node = (pending: number) => {
    const calls: string[] = []
    const rpc: Rpc = async <Result>(method: string) => {
      calls.push(method)
      return { pending: `0x${pending.toString(16)}` } as Result
    }
    return { rpc, calls }
  }

  it.each([
    ['a transaction waits', 1, 100, true],
    ['nothing waits', 0, 100, false],
    ['nothing waits for long', 0, 5000, true],
  ])('default: when %s', async (_, pending, now, made) => {
    const { rpc, calls } = node(pending)
    expect(await mineWhenNeeded({ rpc, idle: 5000, lastBlock: 0, now })).toBe(made)
    expect(calls.includes('evm_mine')).toBe(made)
  })
})
