import { getWallet, startEmailLogin } from '@latchkey/protocol/wallet'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryStore } from './device/createMemoryStore.ts'
import { createAsk } from './gateway/createAsk.ts'
import { askNode, createGateway } from './gateway/createGateway.ts'
import { createApi } from './login/createApi.ts'
import { createSendings } from './rpc/createSendings.ts'
import { fetchAsset } from './worker/fetchAsset.ts'

/** A server that accepts every request and answers none until the test commands it. A request ends only with its signal. */
function silentServer() {
  const asked: { method: string; signal: AbortSignal }[] = []
  let answers: unknown
  const fetch = (async (url: RequestInfo | URL, init: RequestInit = {}) => {
    const body = init.body ? JSON.parse(String(init.body)) : {}
    const signal = init.signal as AbortSignal
    asked.push({ method: body.method ?? `${init.method} ${new URL(String(url)).pathname}`, signal })
    if (answers !== undefined) return Response.json(answers)
    return new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }) as typeof globalThis.fetch
  return {
    fetch,
    methods: () => asked.map(({ method }) => method),
    areEnded: () => asked.every(({ signal }) => signal.aborted),
    answer: (value: unknown) => {
      answers = value
    },
  }
}

/** Records the outcome of a promise. */
function follow(question: Promise<unknown>) {
  const outcome: { value?: unknown; error?: { code?: string } } = {}
  question.then(
    (value) => {
      outcome.value = value
    },
    (error) => {
      outcome.error = error
    },
  )
  return outcome
}

const url = 'https://wallet.example/v1'
const gatewayOf = (fetch: typeof globalThis.fetch) =>
  createGateway({ baseUrl: 'https://wallet.example', projectId: 'p'.repeat(32), fetch })
const apiOf = (fetch: typeof globalThis.fetch) => {
  let proofs = 0
  const dpop = { proof: async () => `proof ${++proofs}`, adjustClock: () => {} }
  return { api: createApi({ baseUrl: 'https://wallet.example', fetch, dpop }), proofs: () => proofs }
}
/** Makes timeout signals follow the test's clock. */
function followClock() {
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), milliseconds)
    return controller.signal
  })
  onTestFinished(() => spy.mockRestore())
}
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  'eth_call',
  'eth_getTransactionByHash',
  'wallet_getCallsStatus',
  'eth_estimateUserOperationGas',
  'getBalance',
])('behavior: %s: three attempts of 10 s, then a network failure; every request ends (spec 9.10)', async (method) => {
  const server = silentServer()
  const outcome = follow(gatewayOf(server.fetch)({ chainId: 'eip155:1', method, params: [] }))
  await wait(29_999)
  expect(outcome).toStrictEqual({})
  await wait(1)
  expect(outcome.error).toMatchObject({ code: 'network_request_failed' })
  expect(server.methods()).toStrictEqual([method, method, method])
  expect(server.areEnded()).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('behavior: an answer on the last attempt counts', async () => {
  const server = silentServer()
  const outcome = follow(askNode({ url, method: 'eth_call', params: [], fetch: server.fetch }))
  await wait(10_000)
  server.answer({ jsonrpc: '2.0', id: 1, result: '0x1' })
  await wait(10_000)
  expect(outcome).toStrictEqual({ value: '0x1' })
  expect(server.methods()).toHaveLength(3)
})

test.each([
  'eth_sendRawTransaction',
  'eth_sendUserOperation',
  'sendTransaction',
  'wallet_sendPreparedCalls',
  'wallet_prepareCalls',
])('behavior: %s is sent once, whatever happens, until its caller aborts it', async (method) => {
  const server = silentServer()
  const caller = new AbortController()
  const { signal } = caller
  const outcome = follow(gatewayOf(server.fetch)({ chainId: 'eip155:1', method, params: [], signal }))
  await wait(600_000)
  expect(server.methods()).toStrictEqual([method])
  expect(outcome).toStrictEqual({})
  caller.abort(new Error('given up'))
  await wait(0)
  expect(outcome.error).toMatchObject({ message: 'given up' })
  expect(server.areEnded()).toBe(true)
})

test('behavior: a file of the release times out after 30 s, and its request ends; the next one counts', async () => {
  followClock()
  const server = silentServer()
  const asset = { url: 'https://wallet.example/words.txt', integrity: 'sha384-x' }
  const outcome = follow(fetchAsset({ asset, fetch: server.fetch }))
  await wait(29_999)
  expect(outcome).toStrictEqual({})
  await wait(1)
  expect(outcome.error).toMatchObject({ code: 'frame_failed' })
  expect(server.methods()).toHaveLength(1)
  expect(server.areEnded()).toBe(true)
  server.answer('words')
  expect(await fetchAsset({ asset, fetch: server.fetch })).toBe('"words"')
})

test('behavior: a read ends when its caller aborts it, and is not repeated', async () => {
  const server = silentServer()
  const caller = new AbortController()
  const { signal } = caller
  const outcome = follow(askNode({ url, method: 'eth_call', params: [], fetch: server.fetch, signal }))
  await wait(5000)
  caller.abort(new Error('given up'))
  await wait(60_000)
  expect(outcome.error).toMatchObject({ message: 'given up' })
  expect(server.methods()).toHaveLength(1)
  expect(server.areEnded()).toBe(true)
})

test('behavior: a read of the wallet’s server has a separate proof for each of three attempts', async () => {
  const server = silentServer()
  const { api, proofs } = apiOf(server.fetch)
  const outcome = follow(api.request(getWallet, { accessToken: 'token' }))
  await wait(30_000)
  expect(outcome.error).toMatchObject({ code: 'network_request_failed' })
  expect([server.methods(), proofs()]).toStrictEqual([Array(3).fill('GET /v1/wallet'), 3])
})

test('behavior: a step of a login is sent once, with a timeout after the server’s own wait of 25 s', async () => {
  const server = silentServer()
  const { api } = apiOf(server.fetch)
  const body = { projectId: 'p'.repeat(32), email: 'a@b.example', hostOrigin: 'https://app.example' }
  const outcome = follow(api.request(startEmailLogin, { body }))
  await wait(34_999)
  expect(outcome).toStrictEqual({})
  await wait(1)
  expect(outcome.error).toMatchObject({ code: 'network_request_failed' })
  expect(server.methods()).toHaveLength(1)
})

test('behavior: a submitted payment is looked up, and is uncertain: it is never sent a second time', async () => {
  followClock()
  const server = silentServer()
  const store = createMemoryStore()
  const sendings = createSendings({ store, gateway: gatewayOf(server.fetch) })
  const record = {
    hash: `0x${'01'.repeat(32)}` as const,
    chainId: 'eip155:1',
    nonce: 5,
    account: `0x${'aa'.repeat(20)}`,
  }
  const outcome = follow(sendings.send({ ...record, signed: '0x00' } as never))
  await wait(60_000)
  expect(outcome.error).toMatchObject({ code: 'transaction_uncertain' })
  expect(server.methods().filter((method) => method === 'eth_sendRawTransaction')).toHaveLength(1)
  // It is remembered, and the next card shows it.
  expect(await store.all('sendings')).toHaveLength(1)
})

test('behavior: a card waits 20 s at most for all reads of its network', async () => {
  followClock()
  const server = silentServer()
  const ask = createAsk({ url, fetch: server.fetch })
  const first = follow(ask({ method: 'eth_call', params: [] }))
  await wait(12_000)
  const second = follow(ask({ method: 'eth_getCode', params: [] }))
  await wait(8_000)
  expect([first.error, second.error]).toMatchObject([{ name: 'TimeoutError' }, { name: 'TimeoutError' }])
  expect(server.areEnded()).toBe(true)
})
