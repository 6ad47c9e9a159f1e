import { randomBytes } from 'node:crypto'
import { type ClientOptions, WebSocket } from 'ws'
import { until } from '../../testing/until.ts'
import { createTestIdentity, createTestToken, type TestIdentity } from './createTestToken.ts'
import type { TestRelay } from './startTestRelay.ts'

/** A frame from the relay. */
export type TestFrame = {
  id: number | string
  jsonrpc: string
  result?: unknown
  error?: { code: number; message: string; data: string }
  method?: string
  params?: { id: string; data: TestDelivery }
}

/** A delivered message. */
export type TestDelivery = { topic: string; message: string; publishedAt: number; tag: number; attestation?: string }

/** A client with direct access to the frames. */
export type TestClient = {
  socket: WebSocket
  identity: TestIdentity
  /** Text of every received frame. */
  texts: string[]
  /** Every received delivery, including repetitions. */
  deliveries: (TestDelivery & { id: number; subscription: string })[]
  /** Returns the received messages, in order. */
  messages: () => string[]
  /** Sends a call and waits for the reply. */
  call: (method: string, params: unknown, id?: string | number) => Promise<TestFrame>
  /** Sends a text and waits for the next reply (not a delivery). */
  send: (text: string) => Promise<TestFrame>
  acknowledge: (delivery: { id: number }) => void
  /** Waits for the given number of deliveries. */
  received: (count: number) => Promise<void>
  /** Resolves when everything that the relay sent before has arrived. */
  settled: () => Promise<void>
  closed: Promise<{ code: number; reason: string }>
  close: () => Promise<void>
}

/** A topic without followers. */
const nowhere = '0'.repeat(64)
let ids = Date.now() * 1000

/** 64 hexadecimal digits. */
export function createTestTopic(): string {
  return randomBytes(32).toString('hex')
}

/**
 * Connects a client to a test relay.
 *
 * @param options.acknowledges whether it answers deliveries; default true
 */
export async function connectTestClient({
  relay,
  identity = createTestIdentity(),
  acknowledges = true,
  query = {},
  options = {},
}: {
  relay: Pick<TestRelay, 'url' | 'projectId'>
  identity?: TestIdentity
  acknowledges?: boolean
  query?: Record<string, string>
  options?: ClientOptions
}): Promise<TestClient> {
  const auth = createTestToken({ identity, audience: relay.url })
  const parameters = new URLSearchParams({ auth, projectId: relay.projectId, useOnCloseEvent: 'true', ...query })
  const socket = new WebSocket(`${relay.url}?${parameters}`, options)
  const texts: string[] = []
  const deliveries: TestClient['deliveries'] = []
  const answers: TestFrame[] = []
  const waiting = new Map<string, (frame: TestFrame) => void>()
  let next: ((frame: TestFrame) => void) | undefined

  const acknowledge = ({ id }: { id: number }) => socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))

  socket.on('message', (data) => {
    const text = data.toString()
    texts.push(text)
    const frame = JSON.parse(text) as TestFrame
    if (frame.method === 'irn_subscription' && frame.params) {
      const delivery = { ...frame.params.data, id: Number(frame.id), subscription: frame.params.id }
      deliveries.push(delivery)
      if (acknowledges) acknowledge(delivery)
      return
    }
    answers.push(frame)
    // From the raw text, because parsing would round large numbers.
    const token = /^\{"id":("?[^,"]*"?),/.exec(text)?.[1] ?? ''
    const resolve = waiting.get(token) ?? next
    waiting.delete(token)
    if (resolve === next) next = undefined
    resolve?.(frame)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})

  const sendText: TestClient['send'] = (text) =>
    new Promise((resolve) => {
      next = resolve
      socket.send(text)
    })

  const call: TestClient['call'] = (method, params, id) => {
    ids += 1
    const token = JSON.stringify(id ?? ids)
    return new Promise((resolve) => {
      waiting.set(token, resolve)
      socket.send(
        `{"id":${token},"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`,
      )
    })
  }

  return {
    socket,
    identity,
    texts,
    deliveries,
    messages: () => deliveries.map(({ message }) => message),
    call,
    send: sendText,
    acknowledge,
    received: (count) => until(() => deliveries.length >= count),
    settled: async () => {
      // Replies are in order, after everything that was already sent.
      await call('irn_unsubscribe', { topic: nowhere, id: 'x' })
      await new Promise((resolve) => setImmediate(resolve))
      await call('irn_unsubscribe', { topic: nowhere, id: 'x' })
    },
    closed,
    close: async () => {
      socket.close()
      await closed
    },
  }
}
