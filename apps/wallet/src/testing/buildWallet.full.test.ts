import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildWallet } from '../../build.ts'
import { filesOf } from './filesOf.ts'

test('behavior: two builds of the same sources are identical to the byte', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-wallet-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const builds = ['first', 'second'].map((name) => join(folder, name))
  for (const outFolder of builds) await buildWallet({ outFolder })
  const [first, second] = await Promise.all(builds.map(filesOf))
  expect(second).toEqual(first)
  expect(first?.size).toBeGreaterThan(10)
})
