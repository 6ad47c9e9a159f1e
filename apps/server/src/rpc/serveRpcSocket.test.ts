import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { listen } from '../platform/http/listen.ts'
import { createTestApp } from '../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { startAnvil, type TestAnvil } from '../testing/startAnvil.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { until } from '../testing/until.ts'
import type { RpcService } from './RpcService.ts'
import { serveRpcSocket } from './serveRpcSocket.ts'

const chainId = 'eip155:31337'
let anvil: TestAnvil
let context: TestContext
let base: string

beforeAll(async () => {
  anvil = await startAnvil()
  context = await createTestContext({
    config: {
      http: { port: 0 },
      chains: [
        {
          chainId,
          name: 'Local One',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          upstreams: [{ url: anvil.url, ws: anvil.ws }],
        },
        {
          chainId: 'eip155:31338',
          name: 'Local Two',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          upstreams: [{ url: 'http://127.0.0.1:9' }],
        },
      ],
    },
  })
  const { app } = await createTestApp({ context })
  const { url } = await listen({ app, upgrades: app.upgrades, context })
  base = url.replace('http', 'ws')
})
afterAll(async () => {
  await context?.stop()
  await anvil?.stop()
})

async function connect(query = `chainId=${chainId}&projectId=${testProjectId}`, origin?: string) {
  const socket = new WebSocket(`${base}/v1?${query}`, origin === undefined ? {} : { origin })
  const messages: { id?: unknown; method?: string; result?: unknown; error?: unknown; params?: unknown }[] = []
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const ask = async (method: string, params: unknown[] = [], id: number | string = method) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    await until(() => messages.some((message) => message.id === id))
    return messages.find((message) => message.id === id)
  }
  return { socket, messages, ask }
}

/** The refusal of a handshake. */
function refusal(query: string, origin?: string): Promise<{ status: number; code: string }> {
  const socket = new WebSocket(`${base}/v1?${query}`, origin === undefined ? {} : { origin })
  socket.on('error', () => {})
  return new Promise((resolve) => {
    socket.once('unexpected-response', (_request, response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, code: JSON.parse(text).code }))
    })
  })
}

test('default', async () => {
  const { socket, ask, messages } = await connect()
  expect(await ask('eth_chainId')).toMatchObject({ result: '0x7a69' })
  expect(await ask('eth_blockNumber')).toMatchObject({ result: '0x0' })
  expect(await ask('anvil_mine')).toMatchObject({ error: { code: -32601 } })
  socket.send('[{"jsonrpc":"2.0","id":5,"method":"eth_chainId"}]')
  socket.send('{')
  await until(() => messages.some((message) => Array.isArray(message)))
  await until(() => messages.some(({ error }) => JSON.stringify(error)?.includes('-32700')))
  socket.close()
})

test('behavior: a subscription brings new blocks, until it ends', async () => {
  const { socket, ask, messages } = await connect()
  const subscribed = await ask('eth_subscribe', ['newHeads'])
  expect(subscribed?.result).toMatch(/^0x/)
  await fetch(anvil.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}',
  })
  await until(() => messages.some(({ method }) => method === 'eth_subscription'))
  expect(messages.find(({ method }) => method === 'eth_subscription')?.params).toMatchObject({
    subscription: subscribed?.result,
    result: { number: expect.stringMatching(/^0x/) },
  })
  expect(await ask('eth_unsubscribe', [subscribed?.result])).toMatchObject({ result: true })
  socket.close()
})

test('error: a subscription inside a batch is refused, and no node is asked for it', async () => {
  const { socket, messages } = await connect()
  socket.send('[{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}]')
  await until(() => messages.length === 1)
  expect(messages[0]).toMatchObject([{ id: 1, error: { code: -32601, data: { code: 'rpc_method_not_allowed' } } }])
  socket.close()
})

describe('on a socket of its own', () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  afterAll(() => server.close())

  /** Both ends of one connection, and the gateway on the server's. */
  async function serve(options: { rpc?: Partial<RpcService>; wsUrls?: string[]; admit?: () => Promise<unknown> }) {
    const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve))
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    client.on('error', () => {})
    const served = await accepted
    const { rpc, wsUrls = [], admit = async () => {} } = options
    serveRpcSocket({ socket: served, chainId, rpc: rpc as RpcService, wsUrls: () => wsUrls, admit })
    await until(() => client.readyState === WebSocket.OPEN)
    return { client, served }
  }

  test('behavior: a client that goes while it is admitted leaves no connection to a node behind', async () => {
    const node = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await new Promise((resolve) => node.once('listening', resolve))
    const wsUrls = [`ws://127.0.0.1:${(node.address() as AddressInfo).port}`]
    let connections = 0
    node.on('connection', (connection) => {
      connections += 1
      connection.on('message', () => connection.send('{"id":1,"result":"0x1"}'))
    })
    let admitIt = () => {}
    const admitted = new Promise<void>((resolve) => {
      admitIt = resolve
    })
    const { client, served } = await serve({
      wsUrls,
      admit: () => admitted,
    })
    const received = new Promise((resolve) => served.once('message', resolve))
    client.send('{"id":1,"method":"eth_subscribe","params":["newHeads"]}')
    await received
    client.terminate()
    await until(() => served.readyState === WebSocket.CLOSED)
    admitIt()
    // One that stays subscribes after it: when it has its answer, the other's connection would be there too.
    const staying = await serve({ wsUrls })
    const answer = new Promise((resolve) => staying.client.once('message', resolve))
    staying.client.send('{"id":1,"method":"eth_subscribe","params":["newHeads"]}')
    await answer
    expect(connections).toBe(1)
    staying.client.terminate()
    for (const one of node.clients) one.terminate()
    node.close()
  })

  test('behavior: a client that does not read is dropped', async () => {
    const result = 'x'.repeat(2 ** 20)
    const { client, served } = await serve({ rpc: { call: async () => ({ result }) } })
    client.pause()
    for (let id = 0; id < 150; id += 1) client.send(JSON.stringify({ id, method: 'eth_call', params: [] }))
    await until(() => served.readyState === WebSocket.CLOSED)
    client.terminate()
  })
})

test('error: a chain without WebSocket nodes says so', async () => {
  const { socket, ask } = await connect(`chainId=eip155:31338&projectId=${testProjectId}`)
  expect(await ask('eth_subscribe', ['newHeads'])).toMatchObject({ error: { code: -32601 } })
  expect(await ask('eth_blockNumber')).toMatchObject({ error: { data: { code: 'upstream_unavailable' } } })
  socket.close()
})

test('error: refused before the handshake, in words', async () => {
  expect(await refusal(`chainId=${chainId}`)).toEqual({ status: 401, code: 'project_missing' })
  expect(await refusal(`chainId=eip155:1&projectId=${testProjectId}`)).toEqual({
    status: 400,
    code: 'unsupported_chain',
  })
  expect(await refusal(`chainId=${chainId}&projectId=${testProjectId}`, 'https://evil.example')).toEqual({
    status: 403,
    code: 'origin_not_allowed',
  })
})

test('behavior: when the node of a subscription goes, the client is told to connect anew', async () => {
  const { socket, ask } = await connect()
  await ask('eth_subscribe', ['newHeads'])
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await anvil.stop()
  expect(await closed).toBe(1012)
})
