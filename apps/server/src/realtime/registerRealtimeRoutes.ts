import { type ChainId, streamPath } from '@latchkey/protocol'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { App } from '../platform/http/App.ts'
import type { Upgrades } from '../platform/http/createUpgrades.ts'
import { registerRoute } from '../platform/http/registerRoute.ts'
import type { DocumentedRoute } from '../platform/openapi/createOpenApiDocument.ts'
import type { RealtimeHub } from './createRealtimeHub.ts'
import { openEventStream } from './openEventStream.ts'
import { readLookback } from './readLookback.ts'
import { readTopics } from './readTopics.ts'
import { serveEventSocket } from './serveEventSocket.ts'

/** Documentation of the stream. */
export const realtimeDocumentation: readonly DocumentedRoute[] = [
  {
    method: 'GET',
    path: streamPath,
    tag: 'Realtime',
    summary: 'Events of balances, histories, prices, trades and names',
    description:
      'Query: topics (comma-separated, at most 100: balance:<CAIP-10>, history:<CAIP-10>, price:<CAIP-19>, trades:<CAIP-19>, name:<name>) and projectId. Server-sent events; with Last-Event-ID it resumes; without it, lookback=<1 to 60> first sends the events of the last seconds; and the event "resync" says that this is not possible. The event "heartbeat" ({"seconds":10}) comes at the beginning and every 10 s: a stream that is silent for longer hangs. A WebSocket on the same path carries {"id","event","data"} as JSON.',
  },
]

/** Registers the event stream: server-sent events over HTTP, and a WebSocket on the same path. */
export function registerRealtimeRoutes({
  app,
  upgrades,
  config,
  hub,
}: {
  app: App
  upgrades: Upgrades
  config: Pick<ServerConfig, 'chains'>
  hub: RealtimeHub
}): void {
  const chains = new Set<ChainId>(config.chains.map(({ chainId }) => chainId))

  registerRoute(
    app,
    { method: 'GET', path: streamPath, project: 'required' },
    async ({ request, query, ip, admit }) => {
      await admit(query.projectId)
      const topics = readTopics({ text: query.topics, chains })
      const lastEventId = request.headers.get('last-event-id') ?? query.lastEventId
      const lookback = readLookback(query.lookback)
      const place = app.sockets.enter(ip)
      return {
        headers: {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store, no-transform',
          // Proxies with response buffering would delay every event.
          'x-accel-buffering': 'no',
        },
        body: openEventStream({ hub, topics, owner: ip, place, lastEventId: lastEventId || undefined, lookback }),
      }
    },
  )

  upgrades.add({
    path: streamPath,
    routeClass: 'read',
    prepare: ({ query, ip, place }) => {
      const topics = readTopics({ text: query.get('topics') ?? undefined, chains })
      const lastEventId = query.get('lastEventId') || undefined
      const lookback = readLookback(query.get('lookback') ?? undefined)
      return (socket) => serveEventSocket({ socket, hub, topics, owner: ip, place, lastEventId, lookback })
    },
  })
}
