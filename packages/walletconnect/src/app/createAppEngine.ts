import type { SessionReason } from '@latchkey/protocol/relay'
import type { PeerMetadata } from '../ClientParameters.ts'
import { createCalls, type EngineCalls } from '../session/createCalls.ts'
import { createSessionEngine } from '../session/createSessionEngine.ts'
import type { EngineParts, SessionEngine } from '../session/SessionEngine.ts'
import type { AppClient, AppEvent, PairOptions } from './AppClient.ts'
import { createPairings } from './createPairings.ts'
import { createRequests } from './createRequests.ts'
import { createSettlements } from './createSettlements.ts'
import { takeSessionCall } from './takeSessionCall.ts'

/** The app's role in the protocol: proposes sessions, keeps answers, sends requests, and applies the wallet's session updates. */
export function createAppEngine({
  metadata,
  shared,
  ...parts
}: EngineParts & { metadata: PeerMetadata; shared: boolean }): EngineCalls {
  const here = () => engine
  const pairings = createPairings(here, metadata)
  const settlements = createSettlements(here, pairings)
  const requests = createRequests(here)

  const engine: SessionEngine = createSessionEngine(parts, {
    onRequest: (topic, request, key) => {
      if (request.method !== 'wc_sessionSettle') return takeSessionCall(engine, topic, request)
      settlements.takeSettlement(topic, request, key)
      return true
    },
    onAnswer: (topic, answer, sender) => {
      if (!settlements.takeAnswer(topic, answer, sender)) requests.takeAnswer(topic, answer)
    },
    sweep: (time) => [...pairings.sweep(time), ...requests.sweep(time)],
    onSessionEnd: (topic, reason, expired) => {
      requests.onSessionEnd(topic)
      const event: AppEvent = expired ? { type: 'sessionExpired', topic } : { type: 'sessionDeleted', topic, reason }
      engine.tell('event', () => event)
    },
    onPairingEnd: pairings.onPairingEnd,
  })

  return createCalls({
    engine,
    shared,
    methods: {
      snapshot: async () => ({ sessions: engine.sessions(), relays: engine.transport.relays() }),
      pair: (options, call) => pairings.pair(options as PairOptions, call),
      resume: async ({ uri }) => pairings.resume(uri as string),
      approval: ({ topic }, { signal }) => pairings.approval(topic as string, signal),
      request: (options, { callId, signal }) => {
        const asked = options as Parameters<AppClient['request']>[0]
        return requests.request({ ...asked, key: asked.idempotencyKey ?? callId, signal })
      },
      ping: ({ topic }) => engine.ping(topic as string),
      disconnect: ({ topic, reason }) => engine.disconnect(topic as string, reason as SessionReason | undefined),
    },
  })
}
