import { relayCloseCodes, relaySubscriptionMethod } from '@latchkey/protocol/relay'
import type { WebSocketLike } from '@latchkey/walletconnect'

type Peer = { socket: WebSocketLike; clientId: string; topics: Set<string> }
type Message = { topic: string; message: string; tag: number; from: string; taken: Set<string> }

/** A relay in the process. It stores messages until they are acknowledged, and delivers them to all peers except the sender. */
export type TestRelay = {
  openSocket: (url: string) => WebSocketLike
  /** Returns the number of connection attempts. */
  dialled: () => number
  /** Sets the state. `down` accepts no connection, `refuse` closes with a reason, and after `up` clients reconnect automatically. */
  set: (state: 'up' | 'down' | { refuse: string }) => void
}

/** Creates a relay that clients reach without a network. */
export function createTestRelay(): TestRelay {
  const peers = new Set<Peer>()
  const messages: Message[] = []
  /** Subscriptions survive sockets. */
  const topicsOf = new Map<string, Set<string>>()
  let state: Parameters<TestRelay['set']>[0] = 'up'
  let dialled = 0
  let ids = 0
  const waiting = new Map<number, () => void>()

  const deliver = (peer: Peer) => {
    for (const entry of messages) {
      const { topic, message, tag, from, taken } = entry
      if (from === peer.clientId || taken.has(peer.clientId) || !peer.topics.has(topic)) continue
      const id = 1_000_000_000_000_000 + ++ids
      waiting.set(id, () => taken.add(peer.clientId))
      const data = { topic, message, tag, publishedAt: 0 }
      say(peer, { id, jsonrpc: '2.0', method: relaySubscriptionMethod, params: { id: 'x', data } })
    }
  }
  const say = ({ socket }: Peer, frame: unknown) =>
    queueMicrotask(() => socket.readyState === 1 && socket.onmessage?.({ data: JSON.stringify(frame) }))
  const take = (peer: Peer, text: string) => {
    const { id, method, params = {} } = JSON.parse(text)
    if (method === undefined) {
      waiting.get(id)?.()
      waiting.delete(id)
      return
    }
    const topics: readonly string[] = params.topics ?? [params.topic]
    const isSubscription = method === 'irn_subscribe' || method === 'irn_batchSubscribe'
    if (isSubscription) for (const topic of topics) peer.topics.add(topic)
    if (method === 'irn_unsubscribe') peer.topics.delete(params.topic)
    if (method === 'irn_publish' && !messages.some(({ message }) => message === params.message))
      messages.push({ ...params, from: peer.clientId, taken: new Set() })
    say(peer, {
      id,
      jsonrpc: '2.0',
      result: method === 'irn_subscribe' ? params.topic : method === 'irn_batchSubscribe' ? topics : true,
    })
    if (isSubscription) deliver(peer)
    else for (const other of peers) deliver(other)
  }
  const drop = (peer: Peer, code: number, reason: string) => {
    peers.delete(peer)
    peer.socket.readyState = 3
    peer.socket.onclose?.({ code, reason })
  }

  return {
    dialled: () => dialled,
    set: (next) => {
      state = next
      if (next !== 'up') for (const peer of [...peers]) drop(peer, relayCloseCodes.goingAway, '')
    },
    openSocket: (url) => {
      dialled++
      const token = new URL(url).searchParams.get('auth') ?? ''
      const clientId: string = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))).iss
      const topics = topicsOf.get(clientId) ?? new Set<string>()
      topicsOf.set(clientId, topics)
      const socket: WebSocketLike = {
        readyState: 0,
        send: (data) => take(peer, data),
        close: () => drop(peer, 1000, ''),
        onopen: null,
        onmessage: null,
        onclose: null,
        onerror: null,
      }
      const peer: Peer = { socket, clientId, topics }
      queueMicrotask(() => {
        if (state === 'down') return drop(peer, 1006, '')
        socket.readyState = 1
        peers.add(peer)
        socket.onopen?.(undefined as never)
        if (typeof state === 'object') drop(peer, relayCloseCodes.refused, state.refuse)
      })
      return socket
    },
  }
}
