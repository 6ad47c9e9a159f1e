import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../testing/createTestContext.ts'
import { createHttpApp } from './createHttpApp.ts'
import { createUpgrades } from './createUpgrades.ts'
import { listen } from './listen.ts'
import { registerRoute } from './registerRoute.ts'

let context: TestContext
let port: number
const sockets: Socket[] = []

beforeAll(async () => {
  context = await createTestContext({ config: { http: { port: 0 }, limits: { connectionsPerAddress: 8 } } })
  const app = createHttpApp({ context, admit: async () => undefined })
  registerRoute(app, { method: 'POST', path: '/said', project: 'none' }, async ({ request }) => ({
    body: await request.text(),
  }))
  const times = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 50 }
  port = Number(new URL((await listen({ app, upgrades: createUpgrades({ app }), context, times })).url).port)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await context.stop()
})

/** Opens a bare connection. `ended` resolves with the received text when the server has closed its side. */
function open(text = '') {
  // It never closes its own side.
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  sockets.push(socket)
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
  })
  socket.on('error', () => {})
  const opened = new Promise<void>((resolve) => socket.once('connect', resolve))
  const ended = new Promise<string>((resolve) => {
    for (const event of ['end', 'close']) socket.once(event, () => resolve(received))
  })
  socket.write(text)
  return { socket, opened, ended }
}
const close = ({ socket }: { socket: Socket }) =>
  new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.destroy()
  })

test('finding F5: threat 167: connections of one address are bounded, and closed ones make room', async () => {
  const held = Array.from({ length: 8 }, () => open('POST /said HTTP/1.1\r\nhost: a\r\n'))
  await Promise.all(held.map(({ opened }) => opened))
  // Closed at once, without a reply.
  expect(await open('GET /said HTTP/1.1\r\nhost: a\r\n\r\n').ended).toBe('')
  await Promise.all(held.map(close))
  expect(
    await open('POST /said HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi').ended,
  ).toContain('HTTP/1.1 200')
})

test('finding F17: threat 169: slow headers and bodies are cut off', async () => {
  const headers = open('POST /said HTTP/1.1\r\nhost: a\r\nx-slow: ')
  const body = open('POST /said HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nfive.')
  expect(await headers.ended).toContain('HTTP/1.1 408')
  await body.ended
})

test('finding F5: threat 167: a refused upgrade releases its connection, even if its peer never closes', async () => {
  const head = 'GET /nowhere HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'
  const refused = Array.from({ length: 6 }, () => open(head))
  for (const { ended } of refused) expect(await ended).toContain('HTTP/1.1 404')
  // The places are free again once the server has closed the connections.
  const isServed = async () =>
    (await open('POST /said HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\nconnection: close\r\n\r\n').ended).includes(
      ' 200',
    )
  const all = async () => (await Promise.all(Array.from({ length: 8 }, isServed))).every(Boolean)
  while (!(await all())) await new Promise((resolve) => setTimeout(resolve, 50))
})
