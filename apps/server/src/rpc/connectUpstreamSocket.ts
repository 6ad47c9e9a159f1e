import { ServiceError } from '@latchkey/protocol/errors'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { parseExactJson } from './exactJson.ts'
import type { RpcCall, RpcOutcome } from './RpcService.ts'

/** A connection to one node, with its subscriptions. */
export type UpstreamSocket = { call: (call: RpcCall) => Promise<RpcOutcome>; close: () => void }

const timeout = 10_000
const connectTimeout = 5_000
/** Milliseconds between pings. A node that does not answer in between is gone, even if the network does not report it. */
const heartbeat = 15_000

const replySchema = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
})
/** Notifications of EVM networks (`eth_subscription`) and of Solana (such as `accountNotification`). */
const notificationSchema = z.object({
  method: z.string().regex(/^(eth_subscription|[a-z]+Notification)$/),
  params: z.unknown(),
})

/**
 * Connects to the first node that accepts a WebSocket.
 *
 * @param options.onNotification called for every message of a subscription
 * @param options.onClose called when the node ends the connection
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function connectUpstreamSocket({
  urls,
  onNotification,
  onClose,
}: {
  urls: readonly string[]
  onNotification: (message: unknown) => void
  onClose: () => void
}): Promise<UpstreamSocket> {
  const socket = await connectFirst(urls)
  const waiting = new Map<number, (outcome: RpcOutcome) => void>()
  let nextId = 1
  let closing = false
  let alive = true
  const beat = setInterval(() => {
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  }, heartbeat)
  beat.unref()
  socket.on('pong', () => {
    alive = true
  })

  socket.on('message', (data) => {
    alive = true
    let message: unknown
    try {
      message = parseExactJson(data.toString())
    } catch {
      return
    }
    const reply = replySchema.safeParse(message)
    if (reply.success) {
      const { id, result, error } = reply.data
      waiting.get(id)?.(error ? { error } : { result })
      waiting.delete(id)
    } else if (notificationSchema.safeParse(message).success) onNotification(message)
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearInterval(beat)
    for (const settle of waiting.values())
      settle({ error: { code: -32603, message: 'The node closed its connection' } })
    waiting.clear()
    if (!closing) onClose()
  })

  return {
    call: ({ method, params = [] }) =>
      new Promise((resolve) => {
        const id = nextId++
        const timer = setTimeout(() => {
          waiting.delete(id)
          resolve({ error: { code: -32603, message: 'The node did not answer' } })
        }, timeout)
        waiting.set(id, (outcome) => {
          clearTimeout(timer)
          resolve(outcome)
        })
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      }),
    close: () => {
      closing = true
      socket.terminate()
    },
  }
}

async function connectFirst(urls: readonly string[]): Promise<WebSocket> {
  for (const url of urls) {
    const socket = new WebSocket(url, { handshakeTimeout: connectTimeout, followRedirects: false, maxPayload: 2 ** 24 })
    const opened = await new Promise<boolean>((resolve) => {
      socket.once('open', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    if (opened) {
      socket.removeAllListeners('error')
      return socket
    }
  }
  throw new ServiceError('upstream_unavailable', { field: 'chainId' })
}
