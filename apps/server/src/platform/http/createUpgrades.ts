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
  /** As callers are counted by. */
  ip: string
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

/** What a route that decides for itself knows about who asks. */
export type UpgradeApplicant = {
  query: URLSearchParams
  origin: string | undefined
  /** The `Authorization` header. */
  authorization: string | undefined
  /** As callers are counted by. */
  ip: string
}

/** A path that decides by itself whom it lets in, and pings, answers pings of and ends its sockets by itself. */
type OwnUpgradeRoute = {
  path: string
  /** Bytes of a message; a longer one ends the socket with 1009. */
  maxPayload: number
  /** Looks at the request before the handshake, and gives what serves the socket, over its connection, after it. @throws LatchkeyError */
  admit: (applicant: UpgradeApplicant) => (socket: WebSocket, connection: Duplex) => void
}

/** The WebSocket side of the HTTP server. */
export type Upgrades = {
  add: (route: UpgradeRoute) => void
  /** Adds a route whose sockets are its own affair. */
  addOwn: (route: OwnUpgradeRoute) => void
  /** Takes the server's `upgrade` event. */
  handle: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close: () => void
}

const maxFrameBytes = 10 * 2 ** 20
/** Milliseconds between signs of life. */
const heartbeat = 15_000
/** Handshakes of one turn of the event loop: when everybody comes back at once, those who are in are served in between. */
const handshakesPerTurn = 8

/** Creates the WebSocket routes. Project, origin and limits are checked before the handshake, and refusals are the JSON error body. */
export function createUpgrades({ app, heartbeat: interval = heartbeat }: { app: App; heartbeat?: number }): Upgrades {
  const routes = new Map<string, UpgradeRoute>()
  const ownRoutes = new Map<string, { route: OwnUpgradeRoute; server: WebSocketServer }>()
  const awaitTurn = createTurns()
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
    const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
    const { origin, authorization, 'x-forwarded-for': forwarded } = request.headers
    const remote = request.socket.remoteAddress
    const ip = clientAddress({ trustProxy: app.trustProxy, forwarded: forwarded?.toString(), remote })
    const own = ownRoutes.get(path)
    if (own) {
      await awaitTurn()
      const serve = own.route.admit({ query, origin, authorization, ip })
      own.server.handleUpgrade(request, socket, head, (webSocket) => serve(webSocket, socket))
      return
    }
    const route = routes.get(path)
    if (!route) throw new ServiceError('not_found')
    const admit = (cost?: number) =>
      app.admit({
        projectId: query.get('projectId') ?? undefined,
        origin,
        ip,
        routeClass: route.routeClass,
        project: 'required',
        cost,
      })
    await admit()
    const serve = route.prepare({ query, ip, admit })
    server.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('pong', () => silent.delete(webSocket))
      serve(webSocket)
    })
  }

  return {
    add: (route) => {
      routes.set(route.path, route)
    },
    addOwn: (route) => {
      const { path, maxPayload } = route
      const options = { noServer: true, clientTracking: false, perMessageDeflate: false, autoPong: false, maxPayload }
      ownRoutes.set(path, { route, server: new WebSocketServer(options) })
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

/** Gives callers their turn, a few in each turn of the event loop. */
function createTurns(): () => Promise<void> {
  const queue: (() => void)[] = []
  let isScheduled = false
  const schedule = () => {
    if (isScheduled || queue.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      for (const go of queue.splice(0, handshakesPerTurn)) go()
      schedule()
    })
  }
  return () =>
    new Promise((resolve) => {
      queue.push(resolve)
      schedule()
    })
}
