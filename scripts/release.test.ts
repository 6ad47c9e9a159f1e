import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChild } from './lib/child.mjs'
import { compareRelease, type ReleaseManifest } from './lib/compareRelease.mjs'

const projectId = '10ca1000000000000000000000000000'
let folder: string
let url: string
let manifest: ReleaseManifest
const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname
  const page = manifest.routes[path]
  const file = page ? `${page}.html` : path.slice(1)
  response.end(await readFile(join(folder, 'pages', file)).catch(() => ''))
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-release-'))
  const build = startChild({
    name: 'wallet pages',
    file: 'apps/wallet/build.ts',
    args: [join(folder, 'pages')],
    env: {},
    logFile: join(folder, 'build.log'),
  })
  expect(await build.exited).toMatchObject({ code: 0 })
  manifest = JSON.parse(await readFile(join(folder, 'pages/manifest.json'), 'utf8'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

test('default', async () => {
  expect(await compareRelease({ url, manifest, projectId })).toEqual([])
})

test('behavior: threat 27: a page or a script with one other byte is found and named', async () => {
  const asset = Object.keys(manifest.assets).find((path) => path.endsWith('.js'))
  if (!asset) throw new Error('The release has no scripts')
  for (const [file, path] of [
    ['frame.html', '/frame'],
    [asset, `/${asset}`],
  ] as const) {
    const original = await readFile(join(folder, 'pages', file))
    const changed = Buffer.from(original)
    changed[100] = (changed[100] ?? 0) ^ 1
    await writeFile(join(folder, 'pages', file), changed)
    const differences = await compareRelease({ url, manifest, projectId })
    await writeFile(join(folder, 'pages', file), original)
    expect(differences).toHaveLength(1)
    expect(differences[0]).toContain(path)
  }
})

test('error: a server that does not answer is a difference, not a pass', async () => {
  const differences = await compareRelease({ url: 'http://127.0.0.1:1', manifest, projectId })
  expect(differences.length).toBe(Object.keys(manifest.routes).length + Object.keys(manifest.assets).length)
})
