import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { anvilBinary } from './anvilBinary.ts'

describe('anvilBinary', () => {
  it('default: finds a program that identifies itself as anvil', async () => {
    const version = execFileSync(await anvilBinary(), ['--version'], { encoding: 'utf8' })
    expect(version).toMatch(/^anvil Version: 1\./)
  })

  it('behavior: without the package it is looked for on the PATH', async () => {
    const found = await anvilBinary()
    const folder = found.slice(0, found.lastIndexOf('/'))
    expect(await anvilBinary({ environment: { PATH: `/nowhere:${folder}` }, packageOf: () => undefined })).toBe(found)
  })

  it('error: names the program to install if anvil is missing', async () => {
    await expect(anvilBinary({ environment: { PATH: '/nowhere' }, packageOf: () => undefined })).rejects.toMatchObject({
      code: 'devnet_node_missing',
      message: expect.stringContaining('@foundry-rs/anvil-'),
    })
  })
})
