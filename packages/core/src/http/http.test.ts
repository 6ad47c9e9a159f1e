import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getBalance, getFungiblePrice, getSupportedChains, postBatch } from '@latchkey/protocol/api'
import { afterEach, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { settle } from '../testing/createTestEnvironment.ts'
import { version } from '../version.ts'
import { createApiClient } from './createApiClient.ts'
import { createGatewayClient, RpcError } from './createGatewayClient.ts'
import { readQuantity } from './readQuantity.ts'

const projectId = '0'.repeat(32)
const address = '0x140BBf461e33044E4193730d1511EA2894edb528'
let stop: (() => Promise<void>) | undefined
afterEach(() => stop?.())

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

describe('createApiClient', () => {
  test('default (spec 7.1 and 7.2)', async () => {
    const seen: string[] = []
    const apiUrl = await serve((request, response) => {
      seen.push(`${request.method} ${request.url}`)
      answer(200, { balances: [] }, { 'x-stale': '42' })(request, response)
    })
    const client = createApiClient({ apiUrl: `${apiUrl}/`, projectId })
    const { data, staleSeconds } = await client.request(getBalance, {
      params: { address },
      query: { chainId: 'eip155:31337' },
    })
    expect(data).toStrictEqual({ balances: [] })
    expect(staleSeconds).toBe(42)
    expect(seen).toStrictEqual([
      `GET /v1/account/${address}/balance?chainId=eip155%3A31337&projectId=${projectId}&st=latchkey&sv=${version}`,
    ])
    expect(version).toBe(packageJson.version)
  })

  test('behavior: a body is sent as JSON; an endpoint without a project gets none', async () => {
    const seen: unknown[] = []
    const apiUrl = await serve((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += String(chunk)
      })
      request.on('end', () => {
        seen.push([request.url?.includes('projectId'), request.headers['content-type'], body])
        answer(200, request.method === 'POST' ? { fungibles: [] } : { http: [], ws: [] })(request, response)
      })
    })
    const client = createApiClient({ apiUrl, projectId })
    await client.request(getFungiblePrice, { body: { addresses: [] } })
    await client.request(getSupportedChains, {})
    expect(seen).toStrictEqual([
      [true, 'application/json', '{"addresses":[]}'],
      [false, undefined, ''],
    ])
  })

  test.each([
    [
      401,
      { status: 'FAILED', code: 'project_unknown', reasons: [{ field: 'authentication', description: 'no' }] },
      'project_unknown',
    ],
    [429, { status: 'FAILED', code: 'rate_limited', reasons: [] }, 'rate_limited'],
    [503, { status: 'FAILED', code: 'upstream_unavailable', reasons: [] }, 'upstream_unavailable'],
    [500, { status: 'FAILED', code: 'of_a_newer_server', reasons: [] }, 'network_request_failed'],
    [502, '<html>', 'network_request_failed'],
    [200, '<html>', 'response_invalid'],
    [200, { balances: [{}] }, 'response_invalid'],
  ])('error: %i %o is %s', async (status, body, code) => {
    const apiUrl = await serve(answer(status, body, { 'retry-after': '7' }))
    const request = createApiClient({ apiUrl, projectId }).request(getBalance, { params: { address } })
    await expect(request).rejects.toMatchObject({ code, ...(status === 429 ? { retryAfter: 7 } : {}) })
  })

  test('behavior: onRefusal is called for a refusal, but not for a failure', async () => {
    const told: unknown[] = []
    const ask = async (status: number, body: unknown) => {
      const client = createApiClient({
        apiUrl: 'https://api.test',
        projectId,
        fetch: async () => Response.json(body, { status }),
        onRefusal: ({ code, details }) => told.push([code, details]),
      })
      await client.request(getBalance, { params: { address } }).catch(() => {})
    }
    const reasons = [{ field: 'origin', description: 'The origin https://new.example may not' }]
    await ask(403, { status: 'FAILED', code: 'origin_not_allowed', reasons })
    await ask(200, { balances: [] })
    await ask(200, { balances: [{}] })
    expect(told).toStrictEqual([['origin_not_allowed', 'origin: The origin https://new.example may not']])
  })

  test('error: an unreachable server (spec 8.47)', async () => {
    const apiUrl = await serve(answer(200, {}))
    await stop?.()
    const request = createApiClient({ apiUrl, projectId }).request(getBalance, { params: { address } })
    await expect(request).rejects.toMatchObject({
      code: 'network_request_failed',
      message: 'Network request failed',
    })
  })

  test('behavior: an abort is distinguished from a failure', async () => {
    const apiUrl = await serve(() => {})
    const abort = new AbortController()
    const request = createApiClient({ apiUrl, projectId }).request(getBalance, {
      params: { address },
      signal: abort.signal,
    })
    abort.abort(new Error('no longer needed'))
    await expect(request).rejects.toThrow('no longer needed')
  })
})

describe('createGatewayClient', () => {
  type Call = { id: number; method: string }
  const gateway = (reply: (calls: Call[], single: boolean) => unknown, status = 200) => {
    const bodies: unknown[] = []
    const urls: string[] = []
    const told: string[] = []
    const client = createGatewayClient({
      onRefusal: ({ code }) => told.push(code),
      apiUrl: 'https://api.test/',
      projectId,
      chainId: 'eip155:31337',
      fetch: async (url, init) => {
        const body = JSON.parse(String(init?.body)) as Call | Call[]
        bodies.push(body)
        urls.push(String(url))
        return Response.json(reply(Array.isArray(body) ? body : [body], !Array.isArray(body)), { status })
      },
    })
    return { client, bodies, urls, told }
  }

  test('behavior: the calls of a task share a batch, and the order of the answers does not matter', async () => {
    const { client, bodies, urls } = gateway((calls, single) => {
      const answers = calls.map(({ id, method }) => ({ id, result: `${method}!` })).reverse()
      return single ? answers[0] : answers
    })
    expect(await Promise.all([client.request('a'), client.request('b'), client.request('c')])).toStrictEqual([
      'a!',
      'b!',
      'c!',
    ])
    expect(await client.request('d')).toBe('d!')
    expect(bodies).toHaveLength(2)
    expect(urls[0]).toBe(`https://api.test/v1?chainId=eip155%3A31337&projectId=${projectId}`)
  })

  test('error: each call fails separately', async () => {
    const { client } = gateway((calls) =>
      calls.map(({ id }) =>
        id === 0
          ? { id, error: { code: 3, message: 'execution reverted', data: '0x12345678' } }
          : id === 1
            ? { id, error: { code: -32000, message: 'down', data: { code: 'upstream_unavailable' } } }
            : { id: 99, result: 1 },
      ),
    )
    const [reverted, down, missing] = await Promise.allSettled([
      client.request('a'),
      client.request('b'),
      client.request('c'),
    ])
    expect(reverted).toMatchObject({ reason: { code: 3, data: '0x12345678' } })
    expect(reverted.status === 'rejected' && reverted.reason).toBeInstanceOf(RpcError)
    expect(down).toMatchObject({ reason: { code: 'upstream_unavailable' } })
    expect(missing).toMatchObject({ reason: { code: 'response_invalid' } })
  })

  test('error: the gateway itself refuses', async () => {
    const reasons = [{ field: 'origin', description: 'The origin https://new.example may not' }]
    const refusal = { status: 'FAILED', code: 'origin_not_allowed', reasons }
    const refused = gateway(() => refusal, 403)
    await expect(refused.client.request('a')).rejects.toMatchObject({ details: reasons[0]?.description })
    expect(refused.told).toStrictEqual(['origin_not_allowed'])
    await expect(gateway(() => refusal, 403).client.request('a')).rejects.toMatchObject({ code: 'origin_not_allowed' })
    await expect(gateway(() => 'nonsense').client.request('a')).rejects.toMatchObject({ code: 'response_invalid' })
  })
})

test('error: a malformed quantity is not read as a number', () => {
  expect(readQuantity('0x10')).toBe(16n)
  for (const value of ['10', '0x', null, 16, undefined])
    expect(() => readQuantity(value)).toThrow(expect.objectContaining({ code: 'response_invalid' }))
})

describe('the limits of a read (spec 9.10 and 8.47)', () => {
  /** Timers that a test runs. */
  const createTimers = () => {
    const waiting = new Map<number, { callback: () => void; milliseconds: number }>()
    let ids = 0
    return {
      waiting,
      timers: {
        setTimeout: (callback: () => void, milliseconds: number) => {
          waiting.set(++ids, { callback, milliseconds })
          return ids
        },
        clearTimeout: (timer: unknown) => void waiting.delete(timer as number),
      },
      /** Lets the time of the waiting attempt pass. */
      expire: async () => {
        await settle()
        const [[id, { callback, milliseconds }] = [0, { callback: () => {}, milliseconds: 0 }]] = waiting
        waiting.delete(id)
        callback()
        await settle()
        return milliseconds
      },
    }
  }
  /** Like `fetch` without an answer: the request ends with its signal. */
  const never = (signal?: AbortSignal | null) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

  test('each attempt has 10,000 ms, and a read has three', async () => {
    const { timers, expire, waiting } = createTimers()
    const signals: (AbortSignal | null | undefined)[] = []
    const fetch = (_: unknown, init?: RequestInit) => {
      signals.push(init?.signal)
      return never(init?.signal)
    }
    const request = createApiClient({ apiUrl: 'https://api.test', projectId, fetch, timers }).request(getBalance, {
      params: { address },
    })
    const failed = expect(request).rejects.toMatchObject({
      code: 'network_request_failed',
      message: 'Network request failed',
      details: 'No answer within 10 s',
    })
    expect([await expire(), await expire(), await expire()]).toStrictEqual([10_000, 10_000, 10_000])
    await failed
    expect(signals.map((signal) => signal?.aborted)).toStrictEqual([true, true, true])
    expect(waiting.size).toBe(0)
  })

  test('an answer on the last attempt counts, and a refusal is not retried', async () => {
    let attempts = 0
    const lost = createApiClient({
      apiUrl: 'https://api.test',
      projectId,
      fetch: async () => {
        if (++attempts < 3) throw new TypeError('fetch failed')
        return Response.json({ balances: [] })
      },
    })
    expect((await lost.request(getBalance, { params: { address } })).data).toStrictEqual({ balances: [] })
    expect(attempts).toBe(3)

    let refusals = 0
    const refusing = createApiClient({
      apiUrl: 'https://api.test',
      projectId,
      fetch: async () => {
        refusals++
        return new Response('', { status: 503 })
      },
    })
    await expect(refusing.request(getBalance, { params: { address } })).rejects.toMatchObject({
      code: 'network_request_failed',
    })
    expect(refusals).toBe(1)
  })

  test('a submission is sent once, and waits as long as the connection lasts', async () => {
    const { timers, waiting } = createTimers()
    const bodies: string[] = []
    const gateway = createGatewayClient({
      apiUrl: 'https://api.test',
      projectId,
      chainId: 'eip155:31337',
      timers,
      fetch: async (_, init) => {
        bodies.push(String(init?.body))
        throw new TypeError('fetch failed')
      },
    })
    const sent = ['eth_sendRawTransaction', 'sendTransaction', 'sendrawtransaction'].map((method) =>
      gateway.request(method),
    )
    const read = gateway.request('eth_chainId')
    const answers = await Promise.allSettled([...sent, read])
    expect(answers.map((answer) => answer.status === 'rejected' && answer.reason)).toMatchObject(
      Array.from({ length: 4 }, () => ({ code: 'network_request_failed' })),
    )
    const count = (method: string) => bodies.filter((body) => body.includes(method)).length
    expect(['eth_sendRawTransaction', 'sendTransaction', 'sendrawtransaction', 'eth_chainId'].map(count)).toStrictEqual(
      [1, 1, 1, 3],
    )

    let attempts = 0
    const api = createApiClient({
      apiUrl: 'https://api.test',
      projectId,
      timers,
      fetch: (_, init) => {
        attempts++
        return never(init?.signal)
      },
    })
    void api.request(postBatch, { body: { session: crypto.randomUUID(), events: [] } })
    await settle()
    expect({ attempts, timers: waiting.size }).toStrictEqual({ attempts: 1, timers: 0 })
  })

  test('an aborted read is not repeated', async () => {
    const { timers, waiting } = createTimers()
    let attempts = 0
    const abort = new AbortController()
    const request = createApiClient({
      apiUrl: 'https://api.test',
      projectId,
      timers,
      fetch: (_, init) => {
        attempts++
        return never(init?.signal)
      },
    }).request(getBalance, { params: { address }, signal: abort.signal })
    abort.abort(new Error('no longer needed'))
    await expect(request).rejects.toThrow('no longer needed')
    await settle()
    expect({ attempts, timers: waiting.size }).toStrictEqual({ attempts: 1, timers: 0 })
  })
})
