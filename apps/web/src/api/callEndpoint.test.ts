import { getSettings, getToken, type Token } from '@latchkey/protocol/api'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { callEndpoint } from './callEndpoint.ts'

const api = { apiUrl: 'http://localhost:7101/', projectId: 'p'.repeat(32) }
const token: Token = {
  address: `eip155:31337:0x${'ab'.repeat(20)}`,
  name: 'Latch',
  symbol: 'LATCH',
  decimals: 18,
  iconUrl: null,
  totalSupply: '1',
  holders: 1,
  price: null,
  change24h: null,
  volume24h: null,
  liquidity: null,
  marketCap: null,
}
const call = (fetch: typeof globalThis.fetch, signal?: AbortSignal) =>
  callEndpoint({
    api,
    endpoint: getToken,
    request: { params: { address: token.address } },
    fetch,
    now: () => 100_000,
    ...(signal ? { signal } : {}),
  })
const answer =
  (body: unknown, init?: ResponseInit) =>
  async (..._: Parameters<typeof fetch>) =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), init)

test('default: spec 7.2: the path has the parameters, the query the project and the client, and the answer is current', async () => {
  let asked = ''
  const dated = await call(async (url) => {
    asked = String(url)
    return Response.json(token)
  })
  expect(asked).toBe(
    `http://localhost:7101/v1/tokens/${encodeURIComponent(token.address)}?projectId=${'p'.repeat(32)}&st=latchkey-site&sv=${manifest.version}`,
  )
  expect(dated).toEqual({ value: token, asOf: 100_000, stale: false })
})

test('behavior: only requests about sign-ins send cookies', async () => {
  const seen: (RequestCredentials | undefined)[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    seen.push(init?.credentials)
    return Response.json({})
  }
  for (const [endpoint, request] of [
    [getToken, { params: { address: token.address } }],
    [getSettings, { query: {} }],
  ] as const)
    await callEndpoint({ api, endpoint, request: request as never, fetch }).catch(() => undefined)
  expect(seen).toEqual(['omit', 'include'])
})

test('behavior: x-stale gives the age of the answer', async () => {
  expect(await call(answer(token, { headers: { 'x-stale': '40' } }))).toMatchObject({ asOf: 60_000, stale: true })
})

describe('error', () => {
  const failed = (code: string, description: string) => ({
    status: 'FAILED',
    code,
    reasons: [{ field: 'chainId', description }],
  })

  test('error: a refusal keeps its code', async () => {
    const refusal = call(answer(failed('unsupported_chain', 'eip155:5'), { status: 400 }))
    await expect(refusal).rejects.toMatchObject({ code: 'unsupported_chain', details: 'chainId: eip155:5' })
  })

  test('error: an unknown code becomes an internal error', async () => {
    await expect(call(answer(failed('made_up', ''), { status: 500 }))).rejects.toMatchObject({ code: 'internal' })
  })

  test('error: a rate limit gives the time of the next attempt', async () => {
    const refusal = call(answer(failed('rate_limited', ''), { status: 429, headers: { 'retry-after': '7' } }))
    await expect(refusal).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 7 })
  })

  test('error: a proxy answers for a server that is down', async () => {
    await expect(call(answer('<html>Bad gateway', { status: 502 }))).rejects.toMatchObject({
      code: 'upstream_unavailable',
    })
  })

  test('error: rejects an answer of the wrong shape', async () => {
    await expect(call(answer({ ...token, price: '1' }))).rejects.toMatchObject({ code: 'response_invalid' })
    await expect(call(answer('<html>'))).rejects.toMatchObject({ code: 'response_invalid' })
  })

  test('error: reports a missing answer', async () => {
    const fetch = async () => {
      throw new TypeError('Failed to fetch')
    }
    await expect(call(fetch)).rejects.toMatchObject({ code: 'network_request_failed' })
  })

  test('behavior: an aborted call is not a network failure', async () => {
    const controller = new AbortController()
    controller.abort()
    const fetch = async () => {
      throw new DOMException('Aborted', 'AbortError')
    }
    await expect(call(fetch, controller.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })
})
