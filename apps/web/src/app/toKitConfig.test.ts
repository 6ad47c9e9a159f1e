import { expect, onTestFinished, test, vi } from 'vitest'
import { readSite } from '../site/loadSite.ts'
import { toKitConfig } from './toKitConfig.ts'

const file = {
  apiUrl: 'http://localhost:7101',
  projectId: '0'.repeat(32),
  name: 'Latch',
  tagline: 'A token',
  token: `eip155:31337:0x${'aB'.repeat(20)}`,
  networks: [
    {
      id: 31337,
      caipNetworkId: 'eip155:31337',
      chainNamespace: 'eip155',
      name: 'Local One',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
    },
  ],
}
function kitOf(fields: Record<string, unknown> = {}) {
  const outcome = readSite(JSON.stringify({ ...file, ...fields }))
  if (!outcome.ok) throw new Error(outcome.failure.problems.join())
  return toKitConfig({ site: outcome.site, url: 'https://latch.example' })
}

test('default', () => {
  expect(kitOf()).toStrictEqual({
    apiUrl: file.apiUrl,
    projectId: file.projectId,
    networks: file.networks,
    defaultNetwork: 'eip155:31337',
    metadata: { name: 'Latch', url: 'https://latch.example', description: 'A token' },
  })
  expect(kitOf({ walletUrl: 'https://wallet.example', tagline: undefined })).toMatchObject({
    wallet: { url: 'https://wallet.example' },
    metadata: { name: 'Latch' },
  })
})

test('behavior: WalletConnect is off by default, and the public relay needs its project ID', () => {
  const publicProjectId = 'a'.repeat(32)
  expect(kitOf({ walletConnect: false })).not.toHaveProperty('connectors')
  expect(kitOf({ walletConnect: true }).connectors).toStrictEqual({ walletConnect: true })
  expect(kitOf({ walletConnect: {} }).connectors).toStrictEqual({ walletConnect: true })
  expect(kitOf({ walletConnect: { publicProjectId } }).connectors).toStrictEqual({
    walletConnect: { publicRelay: { projectId: publicProjectId } },
  })
})

test('behavior: visitors sign in if the site enables it, at the configured time', () => {
  const askOf = (signIn?: string) => {
    const { siwx } = kitOf({ signIn })
    return siwx && [siwx.asksOnConnect?.(), siwx.getRequired?.()]
  }
  expect(askOf()).toBe(undefined)
  expect(askOf('off')).toBe(undefined)
  expect(askOf('on-demand')).toEqual([false, false])
  expect(askOf('optional')).toEqual([true, false])
  expect(askOf('required')).toEqual([true, true])
})

test('behavior: after a connection, requests to the server carry its cookie and the project', async () => {
  const asked: [string, RequestInit | undefined][] = []
  const fetch = vi.fn(async (url: unknown, init?: RequestInit) => {
    asked.push([String(url), init])
    return Response.json({ sessions: [] })
  })
  vi.stubGlobal('fetch', fetch)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { siwx } = kitOf({ projectId: 'a'.repeat(32), signIn: 'on-demand' })
  const stop = siwx?.subscribe?.(() => undefined)
  expect(await siwx?.getSessions({ chainId: 'eip155:1', address: `0x${'aa'.repeat(20)}` })).toEqual([])
  stop?.()
  expect(asked).toHaveLength(1)
  expect(asked[0]?.[0]).toContain('/v1/siwx/sessions')
  expect(asked[0]?.[0]).toContain('a'.repeat(32))
  expect(asked[0]?.[1]?.credentials).toBe('include')
})

test('error: rejects an invalid ID', () => {
  const outcome = readSite(JSON.stringify({ ...file, walletConnect: { publicProjectId: 'mine' } }))
  expect(outcome).toMatchObject({ ok: false, failure: { reason: 'invalid' } })
})
