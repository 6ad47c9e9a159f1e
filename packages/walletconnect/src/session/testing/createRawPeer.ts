import { type SessionMethod, sessionCalls } from '@latchkey/protocol/relay'
import { createKeyPair } from '../../crypto/createKeyPair.ts'
import { deriveSymKey } from '../../crypto/deriveSymKey.ts'
import { openEnvelope } from '../../crypto/openEnvelope.ts'
import { parsePairingUri } from '../../crypto/pairingUri.ts'
import { sealEnvelope } from '../../crypto/sealEnvelope.ts'
import { topicOf } from '../../crypto/topicOf.ts'
import { createClientStore } from '../../storage/createClientStore.ts'
import { createMemoryStorage } from '../../storage/createMemoryStorage.ts'
import type { InboundMessage } from '../../transport/Transport.ts'
import { type createTestPair, walletMetadata } from './createTestPair.ts'

type Payload = {
  id: number
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: { code: number; message: string }
}

/** A peer that has the keys and violates the protocol: sends any message, and records every received one. */
export async function createRawPeer(
  { clock, relay }: Pick<ReturnType<typeof createTestPair>, 'clock' | 'relay'>,
  name = 'raw',
) {
  const { environment } = clock
  const keys = new Map<string, string>()
  const heard: (Payload & { topic: string })[] = []
  let lastId = environment.now() * 1000
  const transport = relay.connect(name)({
    store: await createClientStore({ storage: createMemoryStorage() }),
    relays: [],
    environment,
    onRelaysChanged: () => {},
    onMessage: async ({ topic, message }: InboundMessage) => {
      try {
        const { text } = openEnvelope({ message, keyOf: () => keys.get(topic) })
        heard.push({ topic, ...JSON.parse(text) })
      } catch {
        // A forgery must not be delivered again and again.
      }
    },
  })

  const listen = (symKey: string, topic = topicOf(symKey)) => {
    keys.set(topic, symKey)
    void transport.subscribe([topic])
    return topic
  }
  /** Publishes under a tag; every field can be wrong. */
  const send = (
    topic: string,
    payload: Omit<Payload, 'id'> & { id?: number },
    seal: { symKey?: string; senderPublicKey?: string } = {},
  ) => {
    const id = payload.id ?? ++lastId
    const text = JSON.stringify({ jsonrpc: '2.0', ...payload, id })
    const message = sealEnvelope({ symKey: keys.get(topic) ?? '', ...seal, text, randomBytes: environment.randomBytes })
    const { request } =
      sessionCalls[(payload.method ?? 'wc_sessionPing') as SessionMethod] ?? sessionCalls.wc_sessionPing
    transport.publish({ topic, message, ...request })
    return id
  }

  return {
    heard,
    listen,
    send,
    /** The answer to a request. */
    answerTo: (id: number) => heard.find((payload) => payload.id === id && !payload.method),
    requests: (method: SessionMethod) => heard.filter((payload) => payload.method === method),
    newKeys: () => createKeyPair(environment),
    /** As a wallet: listens on a code and returns the data to accept its proposal. */
    takeCode: async (uri: string) => {
      const { symKey, topic } = parsePairingUri(uri)
      listen(symKey, topic)
      await relay.settle()
      const proposal = heard.find(({ method }) => method === 'wc_sessionPropose')
      const proposer = proposal?.params?.proposer as { publicKey: string } | undefined
      const { privateKey, publicKey } = createKeyPair(environment)
      const sessionKey = deriveSymKey({ privateKey, publicKey: proposer?.publicKey ?? '' })
      return {
        topic,
        proposal,
        publicKey,
        sessionTopic: listen(sessionKey),
        sessionKey,
        respond: () =>
          send(topic, { id: proposal?.id ?? 0, result: { relay: { protocol: 'irn' }, responderPublicKey: publicKey } }),
        settle: (params: Record<string, unknown> = {}) =>
          send(topicOf(sessionKey), {
            method: 'wc_sessionSettle',
            params: {
              relay: { protocol: 'irn' },
              controller: { publicKey, metadata: walletMetadata },
              expiry: Math.floor(environment.now() / 1000) + 604_800,
              ...params,
            },
          }),
      }
    },
  }
}
