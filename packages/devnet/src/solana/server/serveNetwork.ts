import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Ledger } from '../ledger/Ledger.ts'
import { type AnswerRpc, toError } from '../rpc/answerRpc.ts'
import { createSubscriptions, type Subscriptions } from './createSubscriptions.ts'

/** Bytes of a request's body. */
const mostBytes = 1_000_000

/** A network that others can call. */
export type NetworkServer = { close: () => Promise<void> }

/**
 * Serves a network's JSON-RPC by HTTP, and with subscriptions by WebSocket, on one local port. Any page may call it.
 *
 * @throws the error of `listen`, such as `EADDRINUSE`
 */
export async function serveNetwork({
  ledger,
  answer,
  port,
}: {
  ledger: Ledger
  answer: AnswerRpc
  port: number
}): Promise<NetworkServer> {
  const subscriptions = createSubscriptions({ ledger })
  const server = createServer((request, response) => void serveHttp({ request, response, answer }))
  const sockets = new WebSocketServer({ server, maxPayload: mostBytes })
  sockets.on('connection', (socket) => serveSocket({ socket, answer, subscriptions }))
  // These are the HTTP server's errors. `listen` throws them.
  sockets.on('error', () => {})
  await listen({ server, port })
  return {
    async close() {
      subscriptions.stop()
      for (const socket of sockets.clients) socket.terminate()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function listen({ server, port }: { server: Server; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function serveHttp({
  request,
  response,
  answer,
}: {
  request: IncomingMessage
  response: ServerResponse
  answer: AnswerRpc
}) {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*')
  response.setHeader('access-control-max-age', '86400')
  if (request.method === 'OPTIONS') return response.writeHead(204).end()
  if (request.method === 'GET' && request.url === '/health') return response.end('ok')
  if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST, OPTIONS' }).end()
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of request) {
      size += chunk.length
      if (size > mostBytes) return response.writeHead(413).end()
      chunks.push(chunk)
    }
    const body = answerText({ text: Buffer.concat(chunks).toString('utf8'), answer })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  } catch {
    // The client closed the connection during its request.
    response.destroy()
  }
}

function answerText({ text, answer }: { text: string; answer: AnswerRpc }): unknown {
  let request: unknown
  try {
    request = JSON.parse(text)
  } catch {
    return { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null }
  }
  return Array.isArray(request) ? request.map(answer) : answer(request)
}

function serveSocket({
  socket,
  answer,
  subscriptions,
}: {
  socket: WebSocket
  answer: AnswerRpc
  subscriptions: Subscriptions
}) {
  const own = new Set<number>()
  const send = (message: unknown) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }
  const handle = (request: unknown): Record<string, unknown> => {
    const {
      id = null,
      method,
      params = [],
    } = (typeof request === 'object' && request !== null ? request : {}) as {
      id?: unknown
      method?: unknown
      params?: unknown[]
    }
    if (typeof method !== 'string' || !/(Subscribe|Unsubscribe)$/.test(method)) return answer(request)
    try {
      if (method.endsWith('Unsubscribe')) {
        const number = Number(params[0])
        // A client can only end its own subscriptions.
        const was = own.delete(number) && subscriptions.unsubscribe(number)
        return { jsonrpc: '2.0', result: was, id }
      }
      const number = subscriptions.subscribe({ method, params, send })
      own.add(number)
      return { jsonrpc: '2.0', result: number, id }
    } catch (error) {
      return { jsonrpc: '2.0', error: toError(error), id }
    }
  }
  socket.on('message', (data: RawData) => send(answerText({ text: String(data), answer: handle })))
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    for (const number of own) subscriptions.unsubscribe(number)
  })
}
