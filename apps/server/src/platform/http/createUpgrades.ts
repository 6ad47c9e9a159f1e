import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ServiceError } from '@latchkey/protocol/errors'
import { type WebSocket, WebSocketServer } from 'ws'
import type { App, RouteClass } from './App.ts'
import { clientAddress } from './clientAddress.ts'
import type { SocketPlace } from './createSocketLimits.ts'
import { toErrorReply } from './errorReply.ts'
import { requestIdOf } from './replyHeaders.ts'
import { watchSocket } from './watchSocket.ts'

/** Caller of a WebSocket route. */
type UpgradeCall = {
  query: URLSearchParams
  /** In the notation of `clientAddress`. */
  ip: string
  /** Counts one more message, or a cost, against the caller's rate limit. @throws LatchkeyError `rate_limited` */
  admit: (cost?: number) => Promise<unknown>
  /** The place of the socket. Report each message to it. */
  place: SocketPlace
}

/** A path that accepts WebSockets. */
type UpgradeRoute = {
  path: string
  routeClass: RouteClass
  /** Checks the request before the handshake, and returns the handler of the socket. @throws LatchkeyError */
  prepare: (call: UpgradeCall) => (socket: WebSocket) => void
}

/** Request of a route that does its own admission. */
export type UpgradeApplicant = {
  query: URLSearchParams
  origin: string | undefined
  /** The `Authorization` header. */
  authorization: string | undefined
  /** In the notation of `clientAddress`. */
  ip: string
}

/** A path that does its own admission, and manages the pings and idle sockets itself. */
type OwnUpgradeRoute = {
  path: string
  /** Maximum bytes of a message. A longer one closes the socket with 1009. */
  maxPayload: number
  /** Checks the request before the handshake, and returns the handler of the socket and its connection. @throws LatchkeyError */
  admit: (applicant: UpgradeApplicant) => (socket: WebSocket, connection: Duplex) => void
}

/** WebSockets of the HTTP server. */
export type Upgrades = {
  add: (route: UpgradeRoute) => void
  /** Adds a route that does its own admission and pings. */
  addOwn: (route: OwnUpgradeRoute) => void
  /** Returns every path that accepts WebSockets, with the maximum bytes of a message. */
  routes: () => { path: string; maxPayload: number }[]
  /** Handles the server's `upgrade` event. */
  handle: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close: () => void
}

/** Milliseconds between pings. */
const heartbeat = 15_000
/** Milliseconds for a refusal to arrive. Otherwise a peer that never closes its side would stay forever. */
const refusalTime = 1_000
/** Handshakes per turn of the event loop. If all clients reconnect at once, open connections are served in between. */
const handshakesPerTurn = 8

/**
 * Creates the WebSocket routes. Place, project, origin and limits are checked before the handshake, and refusals are the JSON error body.
 * The limits of `app.sockets` and `app.intake` apply to every socket.
 */
export function createUpgrades({ app, heartbeat: interval = heartbeat }: { app: App; heartbeat?: number }): Upgrades {
  const routes = new Map<string, UpgradeRoute>()
  const ownRoutes = new Map<string, { route: OwnUpgradeRoute; server: WebSocketServer }>()
  const awaitTurn = createQueue()
  // Compression costs about 300 kB of memory per socket.
  const options = { noServer: true, perMessageDeflate: false }
  const server = new WebSocketServer({ ...options, maxPayload: app.frameBytes })

  // A peer that has not answered the last ping is gone, even if the network does not report it.
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
    const route = routes.get(path)
    if (!own && !route) throw new ServiceError('not_found')

    const place = app.sockets.enter(ip)
    socket.once('close', place.leave)
    const watch = (webSocket: WebSocket, { maxPayload, endsIdle }: { maxPayload: number; endsIdle: boolean }) =>
      watchSocket({ socket: webSocket, connection: socket, place, intake: app.intake, ip, maxPayload, endsIdle })

    if (own) {
      await awaitTurn()
      const serve = own.route.admit({ query, origin, authorization, ip })
      own.server.handleUpgrade(request, socket, head, (webSocket) => {
        watch(webSocket, { maxPayload: own.route.maxPayload, endsIdle: false })
        serve(webSocket, socket)
      })
    } else if (route) {
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
      const serve = route.prepare({ query, ip, admit, place })
      server.handleUpgrade(request, socket, head, (webSocket) => {
        watch(webSocket, { maxPayload: app.frameBytes, endsIdle: true })
        webSocket.on('pong', () => silent.delete(webSocket))
        serve(webSocket)
      })
    }
  }

  return {
    add: (route) => {
      routes.set(route.path, route)
    },
    addOwn: (route) => {
      const { path, maxPayload } = route
      ownRoutes.set(path, {
        route,
        server: new WebSocketServer({ ...options, clientTracking: false, autoPong: false, maxPayload }),
      })
    },
    routes: () => [
      ...[...routes.keys()].map((path) => ({ path, maxPayload: app.frameBytes })),
      ...[...ownRoutes.values()].map(({ route: { path, maxPayload } }) => ({ path, maxPayload })),
    ],
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
        // Drop further input, because the refusal could be lost with it.
        socket.resume()
        setTimeout(() => socket.destroy(), refusalTime).unref()
      })
    },
    close: () => {
      clearInterval(timer)
      app.sockets.close()
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

/** Lets callers continue, a few in each turn of the event loop. */
function createQueue(): () => Promise<void> {
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
