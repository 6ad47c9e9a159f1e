import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWallet, type WalletManifest } from '../../build.ts'
import { kitCodes } from '../../vite/leanProtocolPlugin.ts'
import { readMessageCatalogs } from '../../vite/readMessageCatalogs.ts'
import { filesOf } from './filesOf.ts'

let folder: string
let manifest: WalletManifest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-wallet-'))
  manifest = await buildWallet({ outFolder: join(folder, 'first') })
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`

test('default: every file is in the manifest, with its integrity', async () => {
  const files = await filesOf(join(folder, 'first'))
  const listed = [...Object.keys(manifest.assets), ...Object.values(manifest.pages).map(({ file }) => file)]
  expect([...files.keys()].sort()).toEqual([...listed, 'manifest.json'].sort())
  for (const [path, integrity] of Object.entries(manifest.assets)) expect(sha384(files.get(path) ?? '')).toBe(integrity)
  for (const { file, integrity } of Object.values(manifest.pages)) expect(sha384(files.get(file) ?? '')).toBe(integrity)
  expect(JSON.parse(files.get('manifest.json') ?? '')).toEqual(manifest)
})

test('behavior: a page has its scripts and one style, all allowed by hash, and names its release', async () => {
  const files = await filesOf(join(folder, 'first'))
  for (const [name, { file, scriptHashes, styleHashes }] of Object.entries(manifest.pages)) {
    const html = files.get(file) ?? ''
    const scripts = [...html.matchAll(/<script[^>]*>([^<]*)<\/script>/g)]
    expect(scripts).toHaveLength(name === 'frame' ? 2 : 1)
    expect(scripts.map(([tag]) => /integrity="([^"]*)"/.exec(tag)?.[1])).toEqual(scriptHashes)
    expect(scripts.every(([, text]) => text === '')).toBe(true)
    const [style = '', ...more] = [...html.matchAll(/<style>([^<]*)<\/style>/g)].map((match) => match[1])
    expect(more).toEqual([])
    expect(styleHashes).toEqual([`sha256-${createHash('sha256').update(style).digest('base64')}`])
    expect(html).toContain(`<meta name="release" content="${manifest.release}" />`)
    expect(html).not.toMatch(/ (style|on\w+)=/)
  }
})

test('behavior: threat 26: the page script vouches for the workers, the words and the languages', async () => {
  const files = await filesOf(join(folder, 'first'))
  const main = [...files].find(([path]) => path.startsWith('assets/frame-'))?.[1] ?? ''
  for (const [path, integrity] of Object.entries(manifest.assets)) {
    if (/assets\/(keyWorker|readerWorker|words|messages)-/.test(path)) expect(main.includes(integrity)).toBe(true)
  }
  // The starting script has the hashes of a family's files.
  const textOf = (name: string) => [...files].find(([path]) => path.startsWith(`assets/${name}-`))?.[1] ?? ''
  for (const [starter, name] of [
    ['frameLater', 'solanaReader'],
    ['frameLater', 'bitcoinReader'],
    ['frameLater', 'codeDrawer'],
    ['frameLater', 'workSolver'],
    ['keyWorker', 'rareWorker'],
    ['rareWorker', 'solanaSigner'],
    ['rareWorker', 'bitcoinSigner'],
  ] as const)
    expect(textOf(starter), name).toContain(sha384(textOf(name)))
  const catalogs = Object.keys(manifest.assets).filter((path) => path.startsWith('assets/messages-'))
  expect(catalogs).toHaveLength((await readMessageCatalogs()).length)
})

test('behavior: the frame’s second script imports the first one, which the page has loaded by then, and nothing else', async () => {
  const files = await filesOf(join(folder, 'first'))
  const imports = [...files].flatMap(([path, text]) =>
    path.endsWith('.js') ? [...text.matchAll(/\}from"([^"]*)"/g)].map(([, url]) => [path, url]) : [],
  )
  const [first] = /\/assets\/frame-[^"]*/.exec(files.get('frame.html') ?? '') ?? []
  expect(imports).toEqual([[expect.stringMatching(/^assets\/frameLater-/), first]])
})

test('behavior: no page and no worker contains an omitted error code', async () => {
  const files = await filesOf(join(folder, 'first'))
  for (const [path, text] of files)
    if (path.endsWith('.js'))
      for (const code of kitCodes)
        expect(new RegExp(`["'\`]${code}["'\`]|\\b${code}:`).test(text), `${path}: ${code}`).toBe(false)
})

test('behavior: a worker that starts no other one has no list of codes', async () => {
  const files = await filesOf(join(folder, 'first'))
  const carriers = [...files].flatMap(([path, text]) => (/\bemail_cooldown:/.test(text) ? [path.slice(7, -16)] : []))
  expect(carriers.sort()).toEqual(['frame', 'keyWorker', 'mail', 'popup', 'rareWorker', 'window'])
})

test('behavior: no file loads another automatically, and none names its build folder', async () => {
  const files = await filesOf(join(folder, 'first'))
  for (const [path, text] of files) {
    if (!path.endsWith('.js')) continue
    expect(
      /\bimport\(|importScripts|node_modules|sourceMappingURL|jsxDEV|lineNumber/.exec(text)?.[0],
      path,
    ).toBeUndefined()
    expect(text.includes(import.meta.dirname.split('/apps/')[0] ?? ''), path).toBe(false)
  }
})
