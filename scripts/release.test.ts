import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addBillOfMaterials, buildRelease } from './lib/buildRelease.mjs'
import { checkRelease } from './lib/checkRelease.mjs'
import type { ReleaseManifest } from './lib/compareRelease.mjs'
import { findSignatureFault, makeReleaseKey, signRelease } from './lib/releaseSignature.mjs'

type Answer = { status: number; headers: Record<string, string>; body: Buffer | string }
type Change = (
  call: { path: string; userAgent: string; projectId: string | null },
  answer: Answer,
) => Answer | undefined

const projectId = '10ca1000000000000000000000000000'
const origins = ['https://app.example.com']
const release = '/.well-known/latchkey-release.json'
const key = makeReleaseKey()
let folder: string
let pages: string
let url: string
let built: ReleaseManifest
let content: string
let signature: string | undefined
/** The deviations of the server under test from the release; undefined answers change nothing. */
let change: Change = () => undefined

const server = createServer(async (request, response) => {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const call = { path, userAgent: request.headers['user-agent'] ?? '', projectId: searchParams.get('projectId') }
  const honest = await answerHonestly(call)
  const { status, headers, body } = change(call, honest) ?? honest
  response.writeHead(status, headers).end(body)
})

async function answerHonestly({ path, projectId: project }: Parameters<Change>[0]): Promise<Answer> {
  const { everywhere, paths, refusedFrame } = built
  const refusal = { status: 404, headers: { ...everywhere, 'content-type': 'application/json' }, body: '{}' }
  if (path === release) return { ...refusal, status: 200, body: content }
  if (path === `${release}.minisig`) return signature ? { ...refusal, status: 200, body: signature } : refusal
  const known = paths[path]
  if (!known) return refusal
  if (path === '/frame' && project !== projectId) {
    const body =
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Latchkey wallet</title><p>This site is not set up for the wallet: its project is unknown or switched off.</p></html>'
    return { status: refusedFrame.status, headers: refusedFrame.headers, body }
  }
  const { routes } = JSON.parse(await readFile(join(pages, 'manifest.json'), 'utf8'))
  const file = routes[path] ? `${routes[path]}.html` : path.slice(1)
  const headers = Object.fromEntries(
    Object.entries(known.headers).map(([name, value]) => [
      name,
      value.replace('{origins of the project}', origins.join(' ')),
    ]),
  )
  return { status: 200, headers, body: await readFile(join(pages, file)) }
}

const check = (options: Partial<Parameters<typeof checkRelease>[0]> = {}) =>
  checkRelease({ url, projectId, publicKey: key.publicKey, built, origins, ...options })
const findingsWith = async (next: Change) => {
  change = next
  return (await check()).findings
}
const sign = (text: string, secretKey = key.secretKey) =>
  signRelease({ content: text, secretKey, comment: 'timestamp:1 version:0.1.0 commit:none' })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-release-'))
  pages = join(folder, 'pages')
  built = await buildRelease({ pages, logs: folder })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  content = JSON.stringify(built)
  signature = sign(content)
})
afterEach(() => {
  change = () => undefined
  content = JSON.stringify(built)
  signature = sign(content)
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

test('default', async () => {
  expect(await check()).toEqual({ release: built.release, commit: built.commit, version: built.version, findings: [] })
})

test('behavior: threat 27: a page or a script with one other byte is found and named, finding F7', async () => {
  const script = Object.keys(built.paths).find((path) => path.endsWith('.js'))
  if (!script) throw new Error('The release has no scripts')
  for (const swapped of ['/frame', script]) {
    const findings = await findingsWith(({ path, projectId: project }, answer) => {
      if (path !== swapped || (path === '/frame' && project !== projectId)) return undefined
      const body = Buffer.from(answer.body)
      body[100] = (body[100] ?? 0) ^ 1
      return { ...answer, body }
    })
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatch(new RegExp(`^${swapped}.*body has SHA-256`))
  }
})

test('finding F7: threat 175: a server with no CSP, or a weaker one, does not pass', async () => {
  // The review's server: the right bodies, and no header at all.
  const none = await findingsWith((_call, answer) => ({ ...answer, headers: {} }))
  for (const path of ['/frame', '/w/approve', '/popup/oauth'])
    expect(none.some((finding) => finding.startsWith(path) && finding.includes('has no content-security-policy'))).toBe(
      true,
    )

  const weaker: readonly [string, string | undefined, (value: string) => string | undefined][] = [
    [
      'content-security-policy',
      '/frame',
      (value) => value.replace("connect-src 'self'", "connect-src 'self' https://evil.example"),
    ],
    ['content-security-policy', '/frame', (value) => value.replace("; require-trusted-types-for 'script'", '')],
    ['content-security-policy', '/frame', (value) => value.replace(origins[0] ?? '', 'https://evil.example')],
    ['content-security-policy', '/w/approve', (value) => value.replace("frame-ancestors 'none'", 'frame-ancestors *')],
    ['cross-origin-opener-policy', '/w/device', () => 'unsafe-none'],
    ['cross-origin-resource-policy', '/w/device', () => 'cross-origin'],
    ['cross-origin-embedder-policy', '/w/approve', () => undefined],
    ['referrer-policy', '/w/export', () => 'unsafe-url'],
    ['permissions-policy', '/frame', () => undefined],
    ['x-content-type-options', '/w/undo', () => undefined],
    ['content-type', Object.keys(built.paths).find((path) => path.endsWith('.txt')), () => 'text/html'],
  ]
  for (const [name, at, weaken] of weaker) {
    const findings = await findingsWith(({ path, projectId: project }, answer) => {
      if (path !== at || (path === '/frame' && project !== projectId)) return undefined
      const { [name]: old = '', ...others } = answer.headers
      const value = weaken(old)
      return { ...answer, headers: value === undefined ? others : { ...others, [name]: value } }
    })
    expect(findings, `${at} ${name}`).toHaveLength(1)
    expect(findings[0]).toContain(name)
  }
  const looser = await findingsWith(({ path }, answer) =>
    path === '/w/approve'
      ? { ...answer, headers: { ...answer.headers, 'access-control-allow-origin': '*' } }
      : undefined,
  )
  expect(looser).toEqual(['/w/approve: has access-control-allow-origin, which the release does not'])
})

test('finding F7: threat 176: a page at a path outside the release is found', async () => {
  const html = { ...{ 'content-type': 'text/html' }, 'content-security-policy': "script-src 'unsafe-inline'" }
  const findings = await findingsWith(({ path }, answer) =>
    path === '/x.html' ? { ...answer, status: 200, headers: html, body: '<script>steal()</script>' } : undefined,
  )
  expect(findings).toContain('/x.html: answered with 200, but is not in the release')
  expect(findings).toContain('/x.html: serves text/html, but is not in the release')

  // A server that gives a page for every unknown path is found by random paths alone.
  const typical = await findingsWith(({ path }, answer) =>
    /^\/[0-9a-f]{12}$/.test(path) ? { ...answer, status: 200, headers: html, body: '' } : undefined,
  )
  expect(typical.some((finding) => /^\/[0-9a-f]{12}: answered with 200/.test(finding))).toBe(true)
})

test('finding F7: threat 177: an unsigned, forged or foreign release ends the check before anything is compared', async () => {
  signature = undefined
  expect((await check()).findings).toEqual([`${release}: the release is not signed`])
  signature = sign(content, makeReleaseKey().secretKey)
  expect((await check()).findings).toEqual([`${release}: the signature is of another key than the pinned one`])
  signature = sign(content)
  content = content.replace('"version"', '"version" ')
  expect((await check()).findings).toEqual([`${release}: the signature does not belong to this manifest`])
  content = JSON.stringify(built)
  signature = sign(content).replace('version:0.1.0', 'version:9.9.9')
  expect((await check()).findings).toEqual([`${release}: the comment of the signature was changed`])
})

test('behavior: threat 177: a signed release that these sources do not build is a finding', async () => {
  const other = { ...built, commit: 'f'.repeat(40), paths: { ...built.paths, '/w/more': built.refusedFrame } }
  content = JSON.stringify(other)
  signature = sign(content)
  const { findings } = await check()
  expect(findings).toContain('/w/more: in the signed release, but these sources do not build it')
  expect(findings.some((finding) => finding.includes('f'.repeat(40)))).toBe(true)
})

test('finding F7: threat 178: a server that answers one kind of browser differently is found', async () => {
  const findings = await findingsWith(({ path, userAgent }, answer) =>
    path === '/w/export' && userAgent.includes('iPhone')
      ? { ...answer, body: `${answer.body}<script></script>` }
      : undefined,
  )
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatch(/^\/w\/export: body has .* \(only for Safari on an iPhone\)$/)
})

test('behavior: the commands make a key, sign with it, and report findings by their exit code', async () => {
  const keyFile = join(folder, 'release.key')
  const releaseFile = join(pages, 'release.json')
  const run = (script: string, args: string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env: { ...process.env, ...env } })
  const passphrase = { RELEASE_PASSPHRASE: 'correct horse' }
  const made = run('scripts/release.mjs', ['keygen', keyFile], passphrase)
  expect(made.stderr).toBe('')
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  expect(await readFile(keyFile, 'utf8')).toContain('ENCRYPTED')
  expect(run('scripts/release.mjs', ['keygen', keyFile]).status).toBe(1)
  expect(run('scripts/release.mjs', ['sign', releaseFile, '--key', keyFile], passphrase).status).toBe(0)
  expect(run('scripts/release.mjs', ['verify', releaseFile, '--key', `${keyFile}.pub`]).status).toBe(0)
  expect(run('scripts/release.mjs', ['verify', releaseFile, '--key', key.publicKey]).status).toBe(1)

  // The server is in this process, so the command must not block it.
  const { spawn } = await import('node:child_process')
  const args = [url, projectId, '--key', `${keyFile}.pub`, '--manifest', releaseFile, '--no-build']
  const checked = () =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, ['scripts/verify.mjs', ...args])
      let output = ''
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
      child.once('exit', (code) => resolve({ code, output }))
    })
  const good = await checked()
  expect(good.code).toBe(0)
  expect(JSON.parse(good.output)).toMatchObject({ event: 'release.checked', outcome: 'same', findings: [] })
  change = ({ path }, answer) => (path === '/w/undo' ? { ...answer, body: '' } : undefined)
  const bad = await checked()
  expect(bad.code).toBe(1)
  expect(JSON.parse(bad.output)).toMatchObject({ outcome: 'findings', findings: [expect.stringContaining('/w/undo')] })
})

test('behavior: threat 28: a release names every package that it is made of', () => {
  const { components, manifest } = addBillOfMaterials({ pages })
  expect(components).toBeGreaterThan(100)
  const bill = JSON.parse(readFileSync(join(pages, 'sbom.cdx.json'), 'utf8'))
  const zod = bill.components.find(({ name }: { name: string }) => name === 'zod')
  expect(zod).toMatchObject({ purl: `pkg:npm/zod@${zod.version}`, hashes: [{ alg: 'SHA-512' }] })
  expect(bill.components.some(({ name }: { name: string }) => ['knip', '@biomejs/biome'].includes(name))).toBe(false)
  expect(addBillOfMaterials({ pages }).manifest).toEqual(manifest)
  expect(manifest.sbom).toEqual({ file: 'sbom.cdx.json', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('behavior: minisign verifies our signature', async ({ skip }) => {
  if (spawnSync('minisign', ['-v']).error) skip('minisign is not installed')
  const file = join(folder, 'signed.json')
  await writeFile(file, content)
  await writeFile(`${file}.minisig`, sign(content))
  expect(findSignatureFault({ content, signature: sign(content), publicKey: key.publicKey })).toBeUndefined()
  execFileSync('minisign', ['-Vm', file, '-P', key.publicKey])
})

test('error: a server that does not answer is a finding, not a pass', async () => {
  const { findings } = await check({ url: 'http://127.0.0.1:1' })
  expect(findings).toHaveLength(1)
  const signed = { content, signature: sign(content) }
  const all = await check({ url: 'http://127.0.0.1:1', signed })
  expect(all.findings.length).toBeGreaterThan(Object.keys(built.paths).length)
})
