import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkRelease } from '../../../../scripts/lib/checkRelease.mjs'
import { freePort } from '../../../../scripts/lib/freePort.mjs'
import { makeReleaseKey, signRelease } from '../../../../scripts/lib/releaseSignature.mjs'
import { type ServerConfigInput, serverConfigSchema } from '../platform/config/ServerConfig.ts'
import { startServer } from '../startServer.ts'
import { type FakeUpstream, startFakeUpstream } from '../testing/startFakeUpstream.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { writeTestBuild } from '../testing/writeTestBuild.ts'
import { writeTestDataFolder } from '../testing/writeTestDataFolder.ts'
import { createReleaseManifest } from './createReleaseManifest.ts'
import { readWalletBuild } from './readWalletBuild.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-origin-'))
const build = writeTestBuild()
let upstream: FakeUpstream
beforeAll(async () => {
  await writeTestDataFolder(join(folder, 'data'))
  upstream = await startFakeUpstream(() => ({ result: '0x7a69' }))
})
afterAll(async () => {
  await upstream.stop()
  rmSync(folder, { recursive: true, force: true })
  rmSync(build.folder, { recursive: true, force: true })
})

/** A configuration with a wallet and the embedded database, for a single process. */
function config(wallet: ServerConfigInput['wallet']) {
  return serverConfigSchema.parse({
    log: { level: 'silent' },
    http: { port: 0 },
    metrics: { port: 0 },
    dataFolder: join(folder, 'data'),
    projects: [{ id: testProjectId, name: 'Test', origins: ['http://localhost:5173'] }],
    wallet,
    mail: { url: 'smtp://127.0.0.1:9', from: 'Test <test@example.com>' },
    chains: [
      {
        chainId: 'eip155:31337',
        name: 'Local One',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: upstream.url }],
        indexer: { enabled: false },
      },
    ],
  } satisfies ServerConfigInput)
}

const ask = (port: number, path: string, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, text }))
    })
      .on('error', reject)
      .end()
  })

test('default', async () => {
  const port = await freePort(0)
  const host = `wallet.localhost:${port}`
  const keyFile = join(folder, 'server.key')
  const server = await startServer({
    config: config({ port, publicUrl: `http://${host}`, folder: build.folder, keyFile }),
  })
  try {
    expect(server.walletUrl).toBe(`http://${host}`)
    expect(await ask(port, '/health', { host })).toMatchObject({ status: 200 })
    expect(await ask(port, `/frame?projectId=${testProjectId}`, { host })).toEqual({
      status: 200,
      text: build.html('frame'),
    })
    expect((await ask(port, '/health', {})).status).toBe(421)
    // Only its owner can read the created key.
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)

    // Pages and logins are only at the wallet's origin.
    for (const path of ['/frame', '/w/device', '/v1/wallet', '/v1/auth/email/start']) {
      expect((await fetch(`${server.url}${path}`)).status).toBe(404)
    }
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { servers?: unknown; description?: string }>>
    }
    expect(document.paths['/v1/wallet']?.get).toMatchObject({
      servers: [{ url: server.walletUrl }],
      description: expect.stringContaining('DPoP'),
    })
    expect(document.paths['/v1/account/{address}/balance']?.get).not.toHaveProperty('servers')
    expect(await (await fetch(`${server.url}/docs`)).text()).toContain(`${server.walletUrl}/v1/wallet/recover`)
  } finally {
    await server.shutdown.run('the test ended')
  }
  await expect(ask(port, '/health', { host })).rejects.toThrow()
})

test('finding F7: threat 175: the server serves exactly its signed release, and nothing else', async () => {
  const port = await freePort(0)
  const url = `http://wallet.localhost:${port}`
  const built = createReleaseManifest({ build: await readWalletBuild(build), version: '0.1.0', commit: null })
  const content = JSON.stringify(built)
  const { secretKey, publicKey } = makeReleaseKey()
  const release = join(build.folder, 'release.json')
  writeFileSync(release, content)
  const keyFile = join(folder, 'server.key')
  const wallet = { port, publicUrl: url, folder: build.folder, keyFile }
  await expect(startServer({ config: config(wallet) })).rejects.toThrow('has no signature file')
  writeFileSync(`${release}.minisig`, signRelease({ content, secretKey, comment: 'version:0.1.0' }))
  const server = await startServer({ config: config(wallet) })
  const origins = ['http://localhost:5173']
  try {
    const check = { url, projectId: testProjectId, publicKey, origins, built }
    expect((await checkRelease(check)).findings).toEqual([])
    expect((await checkRelease({ ...check, origins: ['https://other.example'] })).findings).toEqual([
      expect.stringContaining('content-security-policy'),
    ])
  } finally {
    await server.shutdown.run('the test ended')
    rmSync(release)
    rmSync(`${release}.minisig`)
  }
})

test('error: missing builds and a port in use are reported in a sentence, and nothing stays open', async () => {
  const [port, keyFile] = [await freePort(0), join(folder, 'server.key')]
  const publicUrl = `http://wallet.localhost:${port}`
  await expect(
    startServer({ config: config({ port, publicUrl, folder: join(folder, 'none'), keyFile }) }),
  ).rejects.toThrow(/^wallet\.folder: .*none has no manifest\.json/)
  const blocker = createServer()
  await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve))
  await expect(startServer({ config: config({ port, publicUrl, folder: build.folder, keyFile }) })).rejects.toThrow(
    `The port ${port} on 127.0.0.1 is taken by another program: set WALLET_PORT (or wallet.port) to a free one.`,
  )
  await new Promise<void>((resolve) => blocker.close(() => resolve()))
  // The data folder is free again, because everything was closed.
  const server = await startServer({ config: config({ port, publicUrl, folder: build.folder, keyFile }) })
  await server.shutdown.run('the test ended')
})
