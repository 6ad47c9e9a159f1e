import { readdir, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anvilBinary } from '../anvil/anvilBinary.ts'
import { createRpc } from '../anvil/rpc.ts'
import { type Anvil, startAnvil } from '../anvil/startAnvil.ts'
import { nodesOf, startDevnetProcess } from '../test/devnetProcess.ts'
import { testBakeFolder } from '../test/testFolder.ts'
import { mark, markOf, urlOf, useDevnet } from '../test/useDevnet.ts'
import { createStateFiles } from './StateFiles.ts'

const id = 31337
const fixture = useDevnet()

describe('persist', () => {
  it('default: a chain keeps its state over a stop, and starts in less than five seconds', async () => {
    const first = await fixture.start({ persist: true })
    await first.trade()
    await mark({ rpcUrl: urlOf(first), value: 7 })
    const head = await createRpc({ url: urlOf(first) })('eth_getBlockByNumber', ['latest', false])
    await first.stop()
    const began = performance.now()
    const second = await fixture.start({ persist: true })
    expect(performance.now() - began).toBeLessThan(5000)
    expect(await markOf(urlOf(second))).toBe(7)
    expect(await createRpc({ url: urlOf(second) })('eth_getBlockByNumber', ['latest', false])).toEqual(head)
    await second.trade()
  })

  it('behavior: without persistence, every start is fresh and no files remain', async () => {
    const first = await fixture.start()
    await mark({ rpcUrl: urlOf(first), value: 7 })
    await first.stop()
    expect(await readdir(join(fixture.folder(), 'run'))).toEqual([])
    const second = await fixture.start()
    expect(await markOf(urlOf(second))).toBe(0)
  })

  it('behavior: a chain keeps its state after SIGKILL of its devnet, and no node remains', async () => {
    const run = () =>
      startDevnetProcess({
        LATCHKEY_FOLDER: fixture.folder(),
        LATCHKEY_BAKE_FOLDER: testBakeFolder,
        LATCHKEY_MARKET: '0',
      })
    const killed = run()
    fixture.after(async () => killed.signal('SIGKILL'))
    const { chains } = await killed.ready
    for (const { rpcUrl } of chains) await mark({ rpcUrl, value: 9 })
    expect(nodesOf(fixture.folder())).toHaveLength(2)
    killed.signal('SIGKILL')
    await killed.exited
    // At once, while the orphaned nodes still write their states.
    const next = run()
    fixture.after(async () => {
      next.signal('SIGTERM')
      await next.exited
    })
    for (const { rpcUrl } of (await next.ready).chains) expect(await markOf(rpcUrl)).toBe(9)
    expect(nodesOf(fixture.folder())).toHaveLength(2)
  })

  it('error: a state that is cut short is put aside with a sentence, and the one before it is used', async () => {
    const first = await fixture.start({ persist: true })
    await mark({ rpcUrl: urlOf(first), value: 3 })
    await first.stop()
    const second = await fixture.start({ persist: true })
    await mark({ rpcUrl: urlOf(second), value: 4 })
    await second.stop()
    const file = join(fixture.folder(), 'chains', `${id}.next.json`)
    await truncate(file, Math.floor((await stat(file)).size / 2))

    const messages: string[] = []
    const third = await fixture.start({ persist: true, onProgress: (message) => messages.push(message) })
    expect(await markOf(urlOf(third))).toBe(3)
    expect(messages).toContain(`Local One: the kept state ${file} could not be read and was put aside`)
    expect(await readdir(join(fixture.folder(), 'chains'))).toContain(`${id}.next.json.unreadable`)
  })

  it('error: when no state can be read the chain begins from the baked one', async () => {
    const first = await fixture.start({ persist: true })
    await mark({ rpcUrl: urlOf(first), value: 3 })
    await first.stop()
    await writeFile(join(fixture.folder(), 'chains', `${id}.next.json`), '{"block":')
    const messages: string[] = []
    const second = await fixture.start({ persist: true, onProgress: (message) => messages.push(message) })
    expect(await markOf(urlOf(second))).toBe(0)
    expect(messages.some((message) => message.includes('put aside'))).toBe(true)
  })

  it('error: chains of another version of the world are not used', async () => {
    const first = await fixture.start({ persist: true })
    await mark({ rpcUrl: urlOf(first), value: 3 })
    await first.stop()
    await writeFile(join(fixture.folder(), 'chains', 'world.json'), '{"version":0}')
    const messages: string[] = []
    const second = await fixture.start({ persist: true, onProgress: (message) => messages.push(message) })
    expect(await markOf(urlOf(second))).toBe(0)
    expect(messages.some((message) => message.includes('another version'))).toBe(true)
  })

  it('error: a folder that is in use is refused with a sentence', async () => {
    const first = await fixture.start({ persist: true })
    await expect(fixture.start({ persist: true })).rejects.toMatchObject({
      code: 'data_folder_locked',
      message: expect.stringContaining(`in use by another Latchkey process (${process.pid})`),
    })
    await mark({ rpcUrl: urlOf(first), value: 1 })
  })
})

describe('StateFiles', () => {
  async function startNode(loadState: string): Promise<Anvil> {
    const anvil = await startAnvil({ binary: await anvilBinary(), id, port: 0, loadState, whenOrphaned: 'kill' })
    fixture.after(() => anvil.stop({ save: false }))
    return anvil
  }

  it('default: a state written while the node runs survives the node', async () => {
    const devnet = await fixture.start()
    await mark({ rpcUrl: urlOf(devnet), value: 5 })
    const files = await createStateFiles({ folder: join(fixture.folder(), 'own'), id })
    expect(await files.candidates()).toEqual([])
    await files.save(createRpc({ url: urlOf(devnet) }))
    const [candidate = ''] = await files.candidates()
    const anvil = await startNode(await files.prepare(candidate))
    await files.accept({ candidate, pid: anvil.pid })
    expect(await markOf(anvil.url)).toBe(5)
    expect(await files.leftover()).toMatchObject({ pid: anvil.pid })
    await anvil.stop({ save: false })
    expect(await files.leftover()).toBeUndefined()
    expect(await files.candidates()).toContain(files.next.replace('.next', ''))
    await files.clear()
    expect(await files.candidates()).toEqual([])
  })
})
