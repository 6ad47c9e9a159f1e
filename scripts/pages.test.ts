import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localPages } from './lib/localPages.mjs'
import { servePages } from './lib/servePages.mjs'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-pages-'))
const script = `console.log(${JSON.stringify('page '.repeat(500))})`
let pages: Awaited<ReturnType<typeof servePages>>
let configuration: string | undefined = '{"name":"Latch"}'

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><head></head><body>the page</body>')
  writeFileSync(join(folder, 'assets/site-1a2b.js'), script)
  writeFileSync(`${folder}.secret`, 'not a page')
  pages = await servePages({
    folder,
    port: 0,
    headers: (path) => ({ 'x-policy': path }),
    documents: { '/site.json': () => configuration },
    shapeHtml: (html) => html.replace('<head>', '<head><script src="/wallet.js"></script>'),
  })
})
afterAll(async () => {
  await pages.close()
  rmSync(folder, { recursive: true, force: true })
  rmSync(`${folder}.secret`)
})

/** The bytes as they cross the wire, with the path as it is written. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const { port } = new URL(pages.url)
    request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

test('behavior: files are compressed as the browser accepts, and plain without an accepted encoding', async () => {
  const brotli = await get('/assets/site-1a2b.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.body).toString()).toBe(script)
  const gzip = await get('/assets/site-1a2b.js', { 'accept-encoding': 'gzip, br;q=0' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.body).toString()).toBe(script)
  const plain = await get('/assets/site-1a2b.js')
  expect(plain.headers['content-encoding']).toBe(undefined)
  expect(plain.body.toString()).toBe(script)
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'x-policy': '/assets/site-1a2b.js',
  })
})

test('behavior: browsers cache hashed files, and revalidate the page', async () => {
  expect((await get('/assets/site-1a2b.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const page = await get('/activity')
  expect(page.headers['cache-control']).toBe('no-cache')
  expect(page.body.toString()).toContain('<head><script src="/wallet.js"></script>')
  expect((await get('/', { 'if-none-match': String(page.headers.etag) })).status).toBe(304)
})

test('behavior: a document is created for each request, and 404 if undefined', async () => {
  expect((await get('/site.json')).body.toString()).toBe('{"name":"Latch"}')
  configuration = '{"name":"Other"}'
  expect((await get('/site.json')).body.toString()).toBe('{"name":"Other"}')
  configuration = undefined
  expect((await get('/site.json')).status).toBe(404)
})

test('security: no file outside the folder is served, and a missing file is not the page', async () => {
  for (const path of [
    `/../${folder.split('/').at(-1)}.secret`,
    `/%2e%2e/${folder.split('/').at(-1)}.secret`,
    '/%00.js',
    '/%',
  ])
    expect((await get(path)).status, path).toBe(404)
  expect((await get('/assets/gone-9f.js')).status).toBe(404)
  expect((await get('/', {}, 'POST')).status).toBe(405)
})

test('behavior: pages are built once, and again only if the output is missing or changed', async () => {
  const home = join(folder, 'built')
  const runs: string[] = []
  const run = async ({ name, args }: { name: string; args: readonly string[] }) => {
    runs.push(name)
    const out = name === 'site pages' || name === 'phone pages' || name === 'subscription pages' ? undefined : args[0]
    const target = out ?? join(home, name.split(' ')[0] ?? '')
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, 'index.html'), name)
  }
  const build = async () => Object.values(await Promise.all(Object.values(localPages({ folder: home, run }))))
  await build()
  expect(runs.splice(0).sort()).toEqual(
    ['phone pages', 'sandbox pages', 'site pages', 'subscription pages', 'wallet pages'].sort(),
  )
  expect(readdirSync(home)).toContain('site.json')
  await build()
  expect(runs).toEqual([])
  writeFileSync(join(home, 'site/index.html'), 'changed by hand')
  await build()
  expect(runs).toEqual(['site pages'])
})
