import type { WebSocketLike } from '@latchkey/walletconnect'

/** Makes a relay inside the page, for an app and a phone in that page. A subscriber gets earlier and later messages of others. */
export function createPageRelay(): { openSocket: (url: string) => WebSocketLike } {
  type Client = { id: string; topics: Set<string>; tell: (frame: object) => void }
  const clients = new Set<Client>()
  const letters: { topic: string; from: string; data: object }[] = []
  let ids = Date.now() * 1000
  const bring = ({ topics, id, tell }: Client, all: typeof letters) => {
    for (const { topic, from, data } of all)
      if (from !== id && topics.has(topic))
        tell({ id: ++ids, jsonrpc: '2.0', method: 'irn_subscription', params: { id: topic, data } })
  }
  const answer = (client: Client, text: string) => {
    const { id, method, params } = JSON.parse(text)
    // An acknowledgment. The relay keeps all messages anyway, and the client drops duplicates.
    if (method === undefined) return
    const topics: string[] = params.topics ?? [params.topic]
    client.tell({
      id,
      jsonrpc: '2.0',
      result: method === 'irn_batchSubscribe' ? topics : method === 'irn_subscribe' ? 'ok' : true,
    })
    if (method.endsWith('ubscribe') && !method.startsWith('irn_un')) {
      for (const topic of topics) client.topics.add(topic)
      bring(client, letters)
    } else if (method === 'irn_publish') {
      const { topic, message, tag } = params
      const letter = { topic, from: client.id, data: { topic, message, tag, publishedAt: Date.now() } }
      letters.push(letter)
      for (const other of clients) bring(other, [letter])
    }
  }
  return {
    openSocket: (url) => {
      const [, claims = ''] = (new URL(url).searchParams.get('auth') ?? '').split('.')
      const { iss } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
      const socket: WebSocketLike = {
        readyState: 0,
        send: (text) => queueMicrotask(() => answer(client, text)),
        close: () => {
          socket.readyState = 3
          clients.delete(client)
        },
        onopen: null,
        onmessage: null,
        onclose: null,
        onerror: null,
      }
      const client: Client = {
        id: iss,
        topics: new Set(),
        tell: (frame) =>
          queueMicrotask(() => socket.readyState === 1 && socket.onmessage?.({ data: JSON.stringify(frame) })),
      }
      clients.add(client)
      queueMicrotask(() => {
        socket.readyState = 1
        socket.onopen?.(undefined as never)
      })
      return socket
    },
  }
}
