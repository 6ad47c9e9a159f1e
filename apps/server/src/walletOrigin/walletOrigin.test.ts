import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeviceKey, createTestOrigin, type TestOrigin, walletOrigin } from '../testing/createTestOrigin.ts'
import { startFakeUpstream } from '../testing/startFakeUpstream.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import type { ReleaseManifest } from './createReleaseManifest.ts'
import { readWalletBuild } from './readWalletBuild.ts'
import { toFrameAncestors } from './toFrameAncestors.ts'
import { walletHeaders } from './walletHeaders.ts'

const offId = 'f'.repeat(32)
const upstream = await startFakeUpstream((calls) => ({
  result: calls[0]?.method === 'eth_chainId' ? '0x7a69' : '0x2a',
}))
let origin: TestOrigin
beforeAll(async () => {
  origin = await createTestOrigin({
    config: {
      projects: [
        {
          id: testProjectId,
          name: 'Test',
          origins: ['https://app.example.com', 'https://*.preview.example.com', 'http://localhost:*', 'http://[::1]:*'],
        },
        { id: offId, name: 'Off', origins: ['https://off.example.com'], enabled: false },
      ],
      chains: [
        {
          chainId: 'eip155:31337',
          name: 'Local One',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          upstreams: [{ url: upstream.url }],
          tokens: [{ address: `0x${'70'.repeat(20)}`, symbol: 'LNTN' }],
        },
      ],
    },
  })
})
afterAll(async () => {
  await origin.stop()
  await upstream.stop()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  origin.app.request(`${walletOrigin}${path}`, { method, headers })
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  origin.app.request(`${walletOrigin}${path}`, { method: 'POST', body, headers })
const framePath = `/frame?projectId=${testProjectId}&chainId=eip155:31337&version=0.1.0&enableLogger=false`
const windows = [
  '/w/approve',
  '/w/unlock',
  '/w/recover',
  '/w/security',
  '/w/export',
  '/w/protect',
  '/w/device',
  '/w/undo',
  '/w/login',
  '/w/rotation',
  '/w/return',
  '/popup/oauth',
  '/popup/done',
]
const directives = (response: Response) =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((directive): [string, string] => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')]
    }),
  )

describe('pages', () => {
  test('behavior: threat 4: only pages of its project can embed the frame', async () => {
    const response = await get(framePath)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(origin.build.html('frame'))
    expect(directives(response).get('frame-ancestors')).toBe(
      'https://app.example.com https://*.preview.example.com http://localhost:*',
    )
  })

  test('behavior: threat 5: an unknown, missing or disabled project gets no frame', async () => {
    for (const path of [
      '/frame',
      `/frame?projectId=${'0'.repeat(32)}`,
      `/frame?projectId=${offId}`,
      '/frame?projectId=__proto__',
    ]) {
      const response = await get(path)
      expect(response.status).toBe(403)
      expect(directives(response).get('frame-ancestors')).toBe("'none'")
      expect(directives(response).get('script-src')).toBe("'none'")
      expect(await response.text()).toContain('not set up for the wallet')
    }
  })

  test('behavior: threat 24: the policy of the frame allows only the bundle, by its hash', async () => {
    const response = await get(framePath)
    const { scriptHashes, styleHashes } = origin.build.manifest.pages.frame
    expect(Object.fromEntries(directives(response))).toEqual({
      'default-src': "'none'",
      'script-src': scriptHashes.map((hash) => `'${hash}'`).join(' '),
      'style-src': styleHashes.map((hash) => `'${hash}'`).join(' '),
      'connect-src': "'self'",
      'img-src': 'data:',
      'worker-src': 'blob:',
      'base-uri': "'none'",
      'form-action': "'none'",
      'object-src': "'none'",
      'frame-ancestors': expect.any(String),
      'require-trusted-types-for': "'script'",
      'trusted-types': 'ew-worker',
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'origin-agent-cluster': '?1',
      'cache-control': 'no-store',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(response.headers.has('cross-origin-opener-policy')).toBe(false)
    expect(response.headers.get('permissions-policy')).not.toContain('publickey-credentials')
  })

  test('behavior: threat 17: only the frame can be embedded, no other page of the wallet', async () => {
    for (const path of windows) {
      const response = await get(path)
      expect(response.status).toBe(200)
      const policy = directives(response)
      expect(policy.get('frame-ancestors')).toBe("'none'")
      expect(policy.get('trusted-types')).toBe("'none'")
      expect(policy.get('worker-src')).toBe("'none'")
      expect(policy.get('require-trusted-types-for')).toBe("'script'")
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': /device|undo|login|rotation|return/.test(path) ? 'same-origin' : 'unsafe-none',
        'origin-agent-cluster': '?1',
      })
    }
  })

  test('behavior: files of pages are immutable, typed, compressed, and readable only for the pages', async () => {
    const [path] = Object.keys(origin.build.manifest.assets)
    const response = await get(`/${path}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
    expect(await response.text()).toBe(origin.build.script)
    const packed = await get(`/${path}`, { 'accept-encoding': 'br, gzip;q=0.8' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(origin.build.script)
    expect((await get(`/${path}`, { 'accept-encoding': 'gzip;q=0' })).headers.has('content-encoding')).toBe(false)
  })

  test('behavior: a path outside of the build is not found', async () => {
    for (const path of [
      '/assets/manifest.json',
      '/manifest.json',
      '/frame.html',
      '/assets/../manifest.json',
      '/assets/..%2fmanifest.json',
      '/assets/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      '/assets/__proto__',
      '/assets',
      '/w',
      '/w/unknown',
      '/',
    ]) {
      expect((await get(path)).status, path).toBe(404)
    }
  })

  test('behavior: HEAD has the reply of GET, without a body', async () => {
    for (const path of [framePath, '/w/approve', '/assets/frame-aaaaaaaaaaaa.js', '/health']) {
      const [head, full] = [await get(path, {}, 'HEAD'), await get(path)]
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
      const keys = (response: Response) => [...response.headers.keys()].filter((name) => name !== 'x-request-id')
      expect(keys(head)).toEqual(keys(full))
    }
  })

  test('behavior: the release lists the hash and headers of every page and file', async () => {
    const release: ReleaseManifest = JSON.parse(await (await get('/.well-known/latchkey-release.json')).text())
    const { assets, routes } = origin.build.manifest
    expect(release.release).toBe(origin.build.manifest.release)
    expect(Object.keys(release.paths).sort()).toEqual(
      [...Object.keys(routes), ...Object.keys(assets).map((path) => `/${path}`)].sort(),
    )
    expect(release.paths['/frame']?.sha256).toBe(createHash('sha256').update(origin.build.html('frame')).digest('hex'))
    expect(release.paths['/w/undo']?.headers['cross-origin-opener-policy']).toBe('same-origin')
  })

  test('behavior: security.txt exists only if the operator has a contact', async () => {
    expect((await get('/.well-known/security.txt')).status).toBe(404)
    const contacts = ['mailto:security@example.com', 'https://example.com/report']
    const expires = '2027-01-01T00:00:00Z'
    const other = await createTestOrigin({ config: { securityText: { contacts, expires, languages: ['en'] } } })
    try {
      const response = await other.app.request(`${walletOrigin}/.well-known/security.txt`)
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(await response.text()).toBe(
        'Contact: mailto:security@example.com\nContact: https://example.com/report\nExpires: 2027-01-01T00:00:00Z\nPreferred-Languages: en\n',
      )
    } finally {
      await other.stop()
    }
  })

  test('behavior: https is required permanently if the wallet has it', () => {
    const headers = walletHeaders({ publicUrl: 'https://wallet.example.com' })
    expect(headers({ origin: undefined, requestId: 'x' })['strict-transport-security']).toMatch(/^max-age=\d{8}$/)
    expect(walletHeaders({ publicUrl: walletOrigin })({ origin: undefined, requestId: 'x' })).not.toHaveProperty(
      'strict-transport-security',
    )
  })
})

describe('allowed callers', () => {
  test('behavior: threat 67: another host is refused with 421, for pages as well', async () => {
    for (const host of ['evil.example', '127.0.0.1:7102', 'localhost:7102', 'wallet.localhost', 'wallet.localhost:1']) {
      for (const path of [framePath, '/health', '/v1/wallet', '/assets/frame-aaaaaaaaaaaa.js', '/nothing']) {
        const response = await get(path, { host })
        expect(response.status).toBe(421)
        expect(await response.json()).toMatchObject({ code: 'host_refused' })
      }
    }
    expect((await get('/health', { host: 'WALLET.localhost:7102' })).status).toBe(200)
    expect((await origin.app.request('http://evil.example/health')).status).toBe(421)
  })

  test('behavior: threat 2: a foreign origin is refused and cannot read anything', async () => {
    for (const foreign of ['http://localhost:5173', 'https://app.example.com', 'null', 'http://wallet.localhost']) {
      for (const response of [
        await get('/v1/wallet', { origin: foreign }),
        await get(`/v1/frame/config?projectId=${testProjectId}`, { origin: foreign }),
        await post('/v1/auth/email/start', '{}', { origin: foreign, 'content-type': 'application/json' }),
        await get('/v1/auth/email/start', { origin: foreign, 'access-control-request-method': 'POST' }, 'OPTIONS'),
      ]) {
        expect(response.status).toBe(403)
        expect(await response.json()).toMatchObject({ code: 'origin_not_allowed' })
        expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
      }
    }
    const own = await get(`/v1/frame/config?projectId=${testProjectId}`, {
      origin: walletOrigin,
      'sec-fetch-site': 'same-origin',
    })
    expect(own.status).toBe(200)
    expect([...own.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  test('behavior: the API accepts only requests from its own pages, according to the browser’s headers', async () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const response = await get(`/v1/frame/config?projectId=${testProjectId}`, { 'sec-fetch-site': site })
      expect(response.status).toBe(403)
    }
    // Other sites can open the page, because it is a frame.
    expect((await get(framePath, { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
  })

  test('behavior: preflights are not answered', async () => {
    for (const path of ['/v1/wallet', '/frame', '/v1']) {
      const response = await get(path, { 'access-control-request-method': 'POST' }, 'OPTIONS')
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).not.toContain('OPTIONS')
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  test('behavior: threat 66: csrf: requests that a form can send are refused', async () => {
    const device = await origin.signIn()
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'text/plain; application/json',
    ]) {
      const response = await post('/v1/auth/session/end', '{}', { 'content-type': type })
      expect(response.status).toBe(415)
      expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' })
    }
    expect((await post('/v1/auth/session/end', '{}')).status).toBe(415)
    // JSON without the proof of the device's key, as from a page with stolen cookies.
    const naked = await post('/v1/auth/session/end', '{}', { 'content-type': 'application/json' })
    expect(naked.status).toBe(401)
    expect((await device.call('GET', '/v1/wallet')).status).toBe(200)
  })

  test('behavior: threat 68: cookie-toss: cookies are never read and never set', async () => {
    const device = await origin.signIn()
    const cookie = `session=${device.accessToken}; __Host-session=${device.accessToken}; token=evil`
    const plain = await get('/v1/wallet')
    const tossed = await get('/v1/wallet', { cookie })
    expect(tossed.status).toBe(401)
    expect(await tossed.json()).toEqual(await plain.json())
    const [own, other] = [
      await device.call('GET', '/v1/devices'),
      await device.call('GET', '/v1/devices', undefined, { cookie }),
    ]
    expect(other.json).toEqual(own.json)
    for (const path of [framePath, '/w/device', '/health', '/v1/wallet', '/assets/frame-aaaaaaaaaaaa.js']) {
      const response = await get(path, { cookie })
      expect(response.headers.has('set-cookie')).toBe(false)
    }
  })

  test('behavior: a proof for another path, method or key is refused', async () => {
    const [device, thief] = [await origin.signIn(), await createDeviceKey()]
    const stolen = await origin.callWithProof(thief)('GET', '/v1/wallet', undefined, {
      authorization: `DPoP ${device.accessToken}`,
    })
    expect(stolen).toMatchObject({ status: 401, json: { code: 'proof_invalid' } })
    expect((await get('/v1/wallet', { authorization: `Bearer ${device.accessToken}` })).status).toBe(401)
  })
})

describe('data for the frame', () => {
  test('behavior: the settings of a project', async () => {
    const response = await get(`/v1/frame/config?projectId=${testProjectId}`)
    expect(await response.json()).toEqual({
      name: 'Test',
      origins: ['https://app.example.com', 'https://*.preview.example.com', 'http://localhost:*', 'http://[::1]:*'],
      recovery: 'before-funding',
      custody: 'self',
      hostMayTypeCode: false,
      autoLock: 15,
      cardApprovals: 'messages',
      chains: [
        {
          chainId: 'eip155:31337',
          name: 'Local One',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          testnet: false,
          blockExplorer: null,
          smartAccounts: false,
          tokens: [{ address: `0x${'70'.repeat(20)}`, symbol: 'LNTN', name: null, decimals: null, usd: null }],
        },
      ],
      walletUrl: walletOrigin,
    })
    expect((await get(`/v1/frame/config?projectId=${offId}`)).status).toBe(401)
  })

  test('behavior: the RPC gateway, as JSON', async () => {
    const call = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBalance',
      params: [`0x${'11'.repeat(20)}`, 'latest'],
    })
    const path = `/v1?chainId=eip155:31337&projectId=${testProjectId}`
    const response = await post(path, call, { 'content-type': 'application/json', origin: walletOrigin })
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x2a' })
    expect((await post(path, call, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post(`/v1?chainId=eip155:31337`, call, { 'content-type': 'application/json' })).status).toBe(401)
  })

  test('behavior: /health', async () => {
    expect(await (await get('/health')).json()).toEqual({ status: 'ok', version: '0.0.0' })
    expect((await get('/ready')).status).toBe(404)
  })
})

describe('smart accounts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-origin-key-'))
  let smart: TestOrigin
  beforeAll(async () => {
    smart = await createTestOrigin({
      config: {
        projects: [{ id: testProjectId, name: 'Test', origins: ['https://app.example.com'] }],
        wallet: { publicUrl: walletOrigin, folder, keyFile: join(folder, 'wallet.key') },
        smartAccounts: { executor: { keyFile: join(folder, 'executor.key') } },
        chains: [
          {
            chainId: 'eip155:31337',
            name: 'Local One',
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            upstreams: [{ url: upstream.url }],
            smartAccounts: {},
          },
        ],
      },
    })
  })
  afterAll(async () => {
    await smart.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const query = `projectId=${testProjectId}&chainId=eip155:31337`
  const ask = async (path: string, type = 'application/json') => {
    const response = await smart.app.request(`${walletOrigin}${path}?${query}`, {
      ...{ method: 'POST', headers: { 'content-type': type } },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_supportedEntryPoints' }),
    })
    return { status: response.status, json: await response.json() }
  }

  test('behavior: the frame reaches them on its own origin, only with JSON', async () => {
    expect(await ask('/v1/bundler')).toMatchObject({ status: 200, json: { result: [expect.stringMatching(/^0x/)] } })
    expect(await ask('/v1/wallet/rpc')).toMatchObject({ status: 200, json: { error: { code: -32601 } } })
    expect((await ask('/v1/wallet/rpc', 'text/plain')).status).toBe(415)
    // On this origin, the path is for the sealed wallet.
    expect((await ask('/v1/wallet')).json).toMatchObject({ code: 'proof_invalid' })
    const sessions = await smart.app.request(
      `${walletOrigin}/v1/sessions/eip155:31337:0x${'11'.repeat(20)}?projectId=${testProjectId}`,
    )
    expect(await sessions.json()).toEqual({ pcis: [] })
  })

  test('behavior: without configured smart accounts the endpoints do not exist', async () => {
    expect((await post('/v1/bundler', '{}', { 'content-type': 'application/json' })).status).toBe(404)
    expect((await get(`/v1/sessions/0x${'11'.repeat(20)}`)).status).toBe(404)
  })
})

describe('readWalletBuild', () => {
  test('error: a missing, unbuilt or changed folder is reported with wallet.folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-pages-'))
    const fails = (reason: RegExp) =>
      expect(readWalletBuild({ folder })).rejects.toMatchObject({
        code: 'config_invalid',
        message: expect.stringMatching(new RegExp(`^wallet\\.folder: .*${reason.source}.*Build the pages`)),
      })
    try {
      await fails(/has no manifest\.json/)
      writeFileSync(join(folder, 'manifest.json'), '{"release":1}')
      await fails(/is not a manifest/)
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify(origin.build.manifest))
      await fails(/has no frame\.html/)
      writeFileSync(join(folder, 'frame.html'), 'other')
      await fails(/frame\.html .* is not the file that was built/)
      const { pages } = origin.build.manifest
      const outside = { ...origin.build.manifest, pages: { ...pages, frame: { ...pages.frame, file: '../secret' } } }
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify(outside))
      await fails(/is not a manifest/)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    await expect(readWalletBuild({ folder: '/nonexistent' })).rejects.toMatchObject({ code: 'config_invalid' })
  })
})

describe('toFrameAncestors', () => {
  test('default', () => {
    expect(
      toFrameAncestors(['https://a.example', 'http://*.localhost:*', 'http://127.0.0.1:8080', 'capacitor://localhost']),
    ).toBe('https://a.example http://*.localhost:* http://127.0.0.1:8080 capacitor://localhost')
  })

  test('behavior: invalid sources are left out, and nothing can end the directive', () => {
    expect(toFrameAncestors([])).toBe("'none'")
    expect(
      toFrameAncestors(['http://[::1]:3000', "https://a.example; script-src 'unsafe-inline'", '*', 'https:', "'self'"]),
    ).toBe("'none'")
  })

  test('behavior: with any content of the list, it stays one directive', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.webUrl(),
            fc.string().map((text) => `https://a.example${text}`),
          ),
        ),
        (origins) => {
          expect(toFrameAncestors(origins)).toMatch(/^('none'|[a-z0-9+.:*_/-]+( [a-z0-9+.:*_/-]+)*)$/)
        },
      ),
    )
  })
})
