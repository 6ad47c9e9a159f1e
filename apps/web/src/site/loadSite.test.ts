import { describe, expect, test } from 'vitest'
import { loadSite, readSite } from './loadSite.ts'

const address = `0x${'aB'.repeat(20)}`
const network = {
  id: 31337,
  caipNetworkId: 'eip155:31337',
  chainNamespace: 'eip155',
  name: 'Local One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
}
const site = {
  apiUrl: 'http://localhost:7101',
  projectId: '0'.repeat(32),
  name: 'Latch',
  token: `eip155:31337:${address}`,
  networks: [network],
}

describe('readSite', () => {
  test('default', () => {
    expect(readSite(JSON.stringify(site))).toEqual({ ok: true, site })
  })

  test.each([
    ['apiUrl', { apiUrl: 'javascript:alert(1)' }],
    ['projectId', { projectId: 'abc' }],
    ['token', { token: address }],
    ['token', { token: `eip155:1:${address}` }],
    ['signIn', { signIn: 'always' }],
    ['networks.0', { networks: [] }],
    ['links.0.url', { links: [{ label: 'Docs', url: 'javascript:alert(1)' }] }],
  ])('error: names %s when it is wrong', (key, wrong) => {
    const outcome = readSite(JSON.stringify({ ...site, ...wrong }))
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'invalid' } })
    if (!outcome.ok) expect(outcome.failure.problems.join()).toContain(`${key}: `)
  })

  test('error: text that is no JSON', () => {
    expect(readSite('{"apiUrl":')).toMatchObject({ ok: false, failure: { reason: 'not-json' } })
  })
})

describe('loadSite', () => {
  const answer =
    (body: string, status = 200) =>
    async () =>
      new Response(body, { status })

  test('default', async () => {
    expect(await loadSite({ fetch: answer(JSON.stringify(site)) })).toEqual({ ok: true, site })
  })

  test('error: missing, also on a host that answers everything with the page', async () => {
    expect(await loadSite({ fetch: answer('', 404) })).toMatchObject({ failure: { reason: 'missing' } })
    expect(await loadSite({ fetch: answer('<!doctype html>') })).toMatchObject({ failure: { reason: 'missing' } })
  })

  test('error: the host does not answer', async () => {
    const fetch = async () => {
      throw new TypeError('Failed to fetch')
    }
    expect(await loadSite({ fetch })).toMatchObject({ failure: { reason: 'unreachable' } })
    expect(await loadSite({ fetch: answer('', 503) })).toMatchObject({ failure: { reason: 'unreachable' } })
  })
})
