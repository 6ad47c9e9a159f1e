import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useDevnet } from '../test/useDevnet.ts'

const fixture = useDevnet()

describe('bakeStates', () => {
  it('behavior: the second start finds the state of the first', async () => {
    const first = await fixture.start({ bakeFolder: join(fixture.folder(), 'bake') })
    await first.stop()
    const files = await readdir(join(fixture.folder(), 'bake'))
    expect(files).toHaveLength(1)
    const baked = JSON.parse(await readFile(join(fixture.folder(), 'bake', files[0] ?? ''), 'utf8'))
    expect(baked.blocks.length).toBeGreaterThan(100)
    const messages: string[] = []
    const began = performance.now()
    await fixture.start({ bakeFolder: join(fixture.folder(), 'bake'), onProgress: (message) => messages.push(message) })
    expect(performance.now() - began).toBeLessThan(4000)
    expect(messages).toEqual(['starting'])
    expect(await readdir(join(fixture.folder(), 'bake'))).toEqual(files)
  })
})
