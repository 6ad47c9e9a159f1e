import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ServiceError } from '@latchkey/protocol/errors'
import { type WebSocket, WebSocketServer } from 'ws'
import type { App, RouteClass } from './App.ts'
import { clientAddress } from './clientAddress.ts'
import { toErrorReply } from './errorReply.ts'
import { requestIdOf } from './replyHeaders.ts'

/** What a WebSocket route knows about its caller. */
type UpgradeCall = {
  query: URLSearchParams
  /** Counts one more message, or a cost, against the caller's limit. @throws LatchkeyError `rate_limited` */
  admit: (cost?: number) => Promise<unknown>
}

/** A path that takes WebSockets. */
type UpgradeRoute = {
  path: string
  routeClass: RouteClass
  /** Checks the request before the handshake, and gives what serves the socket after it. @throws LatchkeyError */
  prepare: (call: UpgradeCall) => (socket: WebSocket) => void
}

/** The WebSocket side of the HTTP server. */
export type Upgrades = {
  add: (route: UpgradeRoute) => void
  /** Takes the server's `upgrade` event. */
  handle: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close: () => void
}

const maxFrameBytes = 10 * 2 ** 20
/** Milliseconds between signs of life. */
const heartbeat = 15_000

/** Creates the WebSocket routes. Project, origin and limits are checked before the handshake, and refusals are the JSON error body. */
export function createUpgrades({ app, heartbeat: interval = heartbeat }: { app: App; heartbeat?: number }): Upgrades {
  const routes = new Map<string, UpgradeRoute>()
  // Compression costs about 300 kB of memory for every socket.
  const server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false })

  // A peer that has not answered the last ping is gone, whatever the network says.
  const silent = new WeakSet<WebSocket>()
  const timer = setInterval(() => {
    for (const socket of server.clients) {
      if (silent.has(socket)) socket.terminate()
      else {
        silent.add(socket)
        socket.ping()
      }
    }
  }, interval)
  timer.unref()

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { pathname, searchParams: query } = new URL(`http://server${request.url ?? '/'}`)
    const route = routes.get(pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname)
    if (!route) throw new ServiceError('not_found')
    const forwarded = request.headers['x-forwarded-for']
    const admit = (cost?: number) =>
      app.admit({
        projectId: query.get('projectId') ?? undefined,
        origin: request.headers.origin,
        ip: clientAddress({
          trustProxy: app.trustProxy,
          forwarded: forwarded?.toString(),
          remote: request.socket.remoteAddress,
        }),
        routeClass: route.routeClass,
        project: 'required',
        cost,
      })
    await admit()
    const serve = route.prepare({ query, admit })
    server.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('pong', () => silent.delete(webSocket))
      serve(webSocket)
    })
  }

  return {
    add: (route) => {
      routes.set(route.path, route)
    },
    handle: (request, socket, head) => {
      // A peer that breaks the connection during the handshake must not end the process.
      socket.on('error', () => socket.destroy())
      upgrade(request, socket, head).catch((error: unknown) => {
        const { status, headers, body } = toErrorReply(error)
        if (status === 500) app.log.error({ err: error }, 'An upgrade failed')
        const text = JSON.stringify(body)
        const id = request.headers['x-request-id']
        const lines = Object.entries({
          ...app.replyHeaders({ origin: request.headers.origin, requestId: requestIdOf(id?.toString()) }),
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
          connection: 'close',
          ...headers,
        }).map(([name, value]) => `${name}: ${value}`)
        socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
      })
    },
    close: () => {
      clearInterval(timer)
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}
