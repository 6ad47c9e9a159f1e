import type { AddressInfo } from 'node:net'
import { type ChainId, solanaNetworks } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { listen } from '../platform/http/listen.ts'
import { createTestApp } from '../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { startAnvil, type TestAnvil } from '../testing/startAnvil.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { until } from '../testing/until.ts'
import { createSocketSlots } from './createSocketSlots.ts'
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

/** Returns the refusal of a handshake. */
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

test('behavior: a subscription reports new blocks until it ends', async () => {
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

test('error: a subscription inside a batch is refused without a call to a node', async () => {
  const { socket, messages } = await connect()
  socket.send('[{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}]')
  await until(() => messages.length === 1)
  expect(messages[0]).toMatchObject([{ id: 1, error: { code: -32601, data: { code: 'rpc_method_not_allowed' } } }])
  socket.close()
})

describe('with a separate socket', () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  afterAll(() => server.close())

  /** Creates both ends of one connection, with the gateway on the server's end. */
  async function serve(options: {
    rpc?: Partial<RpcService>
    wsUrls?: string[]
    admit?: (cost?: number) => Promise<unknown>
    chainId?: ChainId
    takeSlot?: () => (() => void) | undefined
  }) {
    const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve))
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    client.on('error', () => {})
    const replies: object[] = []
    client.on('message', (data) => replies.push(JSON.parse(data.toString())))
    const served = await accepted
    const { rpc, wsUrls = [], admit = async () => {}, takeSlot } = options
    serveRpcSocket({
      ...{ socket: served, chainId: options.chainId ?? chainId, rpc: rpc as RpcService, wsUrls: () => wsUrls, admit },
      ...(takeSlot ? { takeSlot } : {}),
    })
    await until(() => client.readyState === WebSocket.OPEN)
    return { client, served, replies }
  }

  test('behavior: a client that disconnects during its admission leaves no connection to a node', async () => {
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
    // Another client subscribes after it. Once it has its answer, the first client's connection would exist as well.
    const staying = await serve({ wsUrls })
    const answer = new Promise((resolve) => staying.client.once('message', resolve))
    staying.client.send('{"id":1,"method":"eth_subscribe","params":["newHeads"]}')
    await answer
    expect(connections).toBe(1)
    staying.client.terminate()
    for (const one of node.clients) one.terminate()
    node.close()
  })

  /** Starts a node that accepts every subscription, and sends `news` notifications for logs. */
  async function startNode(news: number) {
    const node = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await new Promise((resolve) => node.once('listening', resolve))
    const asked: string[] = []
    node.on('connection', (connection) =>
      connection.on('message', (data) => {
        const { id, method, params } = JSON.parse(data.toString())
        asked.push(method)
        const result = method.endsWith('Unsubscribe') ? true : asked.length
        connection.send(JSON.stringify({ jsonrpc: '2.0', id, result }))
        if (method !== 'logsSubscribe' || !params) return
        const message = JSON.stringify({ jsonrpc: '2.0', method: 'logsNotification', params: { subscription: result } })
        for (let index = 0; index < news; index += 1) connection.send(message)
      }),
    )
    const stop = () => {
      for (const one of node.clients) one.terminate()
      node.close()
    }
    return { asked, stop, wsUrls: [`ws://127.0.0.1:${(node.address() as AddressInfo).port}`] }
  }

  type Message = { id?: number | null; result?: unknown; error?: { code: number; data?: unknown } }
  function talk(client: WebSocket) {
    const messages: Message[] = []
    client.on('message', (data) => messages.push(JSON.parse(data.toString())))
    let id = 0
    return {
      messages,
      ask: async (method: string, params: unknown[] = []) => {
        id += 1
        const own = id
        client.send(JSON.stringify({ jsonrpc: '2.0', id: own, method, params }))
        await until(() => messages.some((message) => message.id === own))
        return messages.find((message) => message.id === own)
      },
    }
  }
  const solana = solanaNetworks.localnet
  const account = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

  test('error: subscriptions to more than one account or signature are refused without a call to a node', async () => {
    const node = await startNode(0)
    const { client } = await serve({ chainId: solana, wsUrls: node.wsUrls })
    const { ask } = talk(client)
    for (const [method, ...params] of [
      ['logsSubscribe', 'all'],
      ['logsSubscribe', 'allWithVotes'],
      ['logsSubscribe', { mentions: [] }],
      ['logsSubscribe', { mentions: [account, account] }],
      ['logsSubscribe', { mentions: [account], all: true }],
      ['logsSubscribe'],
      ['accountSubscribe', 'x'],
      ['accountSubscribe', [account]],
      ['signatureSubscribe', account],
      ['slotSubscribe', {}],
      ['slotSubscribe', null],
    ] as const)
      expect((await ask(method, params))?.error, JSON.stringify([method, params])).toMatchObject({ code: -32602 })
    expect(node.asked).toEqual([])
    for (const [method, ...params] of [
      ['logsSubscribe', { mentions: [account] }, { commitment: 'confirmed' }],
      ['accountSubscribe', account, { encoding: 'base64' }],
      ['signatureSubscribe', '5'.repeat(87)],
      ['slotSubscribe'],
    ] as const)
      expect(await ask(method, params)).toMatchObject({ result: expect.any(Number) })
    client.terminate()
    node.stop()
  })

  test('error: a connection has 20 subscriptions, and ended ones make room', async () => {
    const node = await startNode(0)
    const { client } = await serve({ chainId: solana, wsUrls: node.wsUrls })
    const { ask } = talk(client)
    const all = await Promise.all(Array.from({ length: 25 }, () => ask('accountSubscribe', [account])))
    expect(all.filter((reply) => reply?.error?.code === -32005)).toHaveLength(5)
    await ask('accountUnsubscribe', [all.find((reply) => reply?.result !== undefined)?.result])
    expect(await ask('accountSubscribe', [account])).toMatchObject({ result: expect.any(Number) })
    expect(await ask('accountSubscribe', [account])).toMatchObject({ error: { code: -32005 } })
    client.terminate()
    node.stop()
  })

  test('error: notifications count, and beyond the limit the socket is closed', async () => {
    const node = await startNode(1_000)
    let left = 60
    const admit = async (cost = 1) => {
      left -= cost
      if (left < 0) throw new ServiceError('rate_limited')
    }
    const { client } = await serve({ chainId: solana, wsUrls: node.wsUrls, admit })
    const { messages } = talk(client)
    const closed = new Promise<[number, string]>((resolve) =>
      client.once('close', (code, reason) => resolve([code, reason.toString()])),
    )
    client.send(JSON.stringify({ id: 1, method: 'logsSubscribe', params: [{ mentions: [account] }] }))
    expect(await closed).toEqual([1008, 'rate_limited'])
    expect(messages.at(-1)).toMatchObject({ id: null, error: { data: { code: 'rate_limited' } } })
    node.stop()
  })

  test('error: connections to nodes are counted by caller and in total, and released', async () => {
    const node = await startNode(0)
    const slots = createSocketSlots({ most: 3, mostPerCaller: 2 })
    const join = async (caller: string) => {
      const { client, served } = await serve({
        ...{ chainId: solana, wsUrls: node.wsUrls, takeSlot: () => slots.take(caller) },
      })
      return { client, served, reply: await talk(client).ask('slotSubscribe') }
    }
    const limited = { error: { data: { code: 'rate_limited' } } }
    const first = await join('a')
    expect(first.reply).toMatchObject({ result: expect.any(Number) })
    expect((await join('a')).reply).toMatchObject({ result: expect.any(Number) })
    expect((await join('a')).reply).toMatchObject(limited)
    expect((await join('b')).reply).toMatchObject({ result: expect.any(Number) })
    expect((await join('c')).reply).toMatchObject(limited)
    first.client.terminate()
    await until(() => first.served.readyState === WebSocket.CLOSED)
    await until(() => {
      const giveBack = slots.take('c')
      giveBack?.()
      return giveBack !== undefined
    })
    expect((await join('c')).reply).toMatchObject({ result: expect.any(Number) })
    for (const one of server.clients) one.terminate()
    node.stop()
  })

  test('finding F5: threat 169: a message is admitted by its size before it is read, and repeated refusals close the socket', async () => {
    const costs: (number | undefined)[] = []
    let isOpen = true
    const { client, replies } = await serve({
      rpc: { call: async () => ({ result: '0x1' }) },
      admit: async (cost) => {
        costs.push(cost)
        if (!isOpen) throw new ServiceError('rate_limited')
      },
    })
    const call = (id: number, size = 0) => JSON.stringify({ id, method: 'eth_call', params: ['x'.repeat(size)] })
    client.send(call(1))
    client.send(call(2, 100_000))
    await until(() => replies.length === 2)
    expect(costs).toEqual([1, 7])
    isOpen = false
    client.send(call(3))
    client.send(call(4, 10_000))
    // Invalid JSON is not even parsed.
    client.send(`{${'x'.repeat(10_000)}`)
    await until(() => replies.length === 5)
    const code = { data: { code: 'rate_limited' } }
    expect(replies.slice(2)).toMatchObject([
      { id: 3, error: code },
      { id: null, error: code },
      { id: null, error: code },
    ])
    const closed = new Promise<number>((resolve) => client.once('close', resolve))
    for (let id = 5; id < 205; id += 1) client.send(call(id))
    expect(await closed).toBe(1008)
  })

  test('behavior: threat 169: the bytes of long calls in progress are limited', async () => {
    let answer = () => {}
    const waiting = new Promise<{ result: string }>((resolve) => {
      answer = () => resolve({ result: '0x1' })
    })
    const { client, replies } = await serve({ rpc: { call: () => waiting } })
    for (let id = 0; id < 4; id += 1) {
      client.send(JSON.stringify({ id, method: 'eth_call', params: ['x'.repeat(200_000)] }))
    }
    await until(() => replies.length === 2)
    expect(replies).toMatchObject([{ error: { code: -32005 } }, { error: { code: -32005 } }])
    answer()
    await until(() => replies.length === 4)
    client.send(JSON.stringify({ id: 9, method: 'eth_call', params: ['x'.repeat(200_000)] }))
    await until(() => replies.length === 5)
    expect(replies.at(-1)).toMatchObject({ id: 9, result: '0x1' })
    client.close()
  })

  test('behavior: a client that does not read is disconnected', async () => {
    const result = 'x'.repeat(2 ** 20)
    const { client, served } = await serve({ rpc: { call: async () => ({ result }) } })
    client.pause()
    for (let id = 0; id < 150; id += 1) client.send(JSON.stringify({ id, method: 'eth_call', params: [] }))
    await until(() => served.readyState === WebSocket.CLOSED)
    client.terminate()
  })
})

test('error: a chain without WebSocket nodes reports that', async () => {
  const { socket, ask } = await connect(`chainId=eip155:31338&projectId=${testProjectId}`)
  expect(await ask('eth_subscribe', ['newHeads'])).toMatchObject({ error: { code: -32601 } })
  expect(await ask('eth_blockNumber')).toMatchObject({ error: { data: { code: 'upstream_unavailable' } } })
  socket.close()
})

test('error: a refusal before the handshake has a message', async () => {
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

test('behavior: when the node of a subscription disconnects, the client has to reconnect', async () => {
  const { socket, ask } = await connect()
  await ask('eth_subscribe', ['newHeads'])
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await anvil.stop()
  expect(await closed).toBe(1012)
})
