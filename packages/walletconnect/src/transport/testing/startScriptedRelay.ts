import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** A request as a client sent it. */
export type SentRequest = { id: number; method: string; params: Record<string, unknown> }

/** Reaction of the script to a request: an answer, an error, silence, or the socket's end. */
export type ScriptedAnswer =
  | { result: unknown }
  | { error: { code: number; message: string; data?: string } }
  | 'silence'
  | number

/** A relay controlled by a test, over real sockets. It keeps no mailbox. */
export type ScriptedRelay = {
  url: string
  /** All requests, oldest first. */
  requests: SentRequest[]
  /** IDs of acknowledged deliveries, exactly as in the frames. */
  acknowledged: string[]
  /** Query of each socket's address. */
  queries: URLSearchParams[]
  /** Open sockets. */
  sockets: Set<WebSocket>
  /** Decides on each request; answers `true` by default. */
  script: { answer: (request: SentRequest) => ScriptedAnswer; closeAtOnce?: number }
  /** Sends a message to every socket; `id` is written into the frame as it is. */
  deliver: (options: { topic: string; message: string; id?: string }) => void
  /** Ends sockets without a close frame, as a dead network would. */
  cut: () => void
  stop: () => Promise<void>
}

export async function startScriptedRelay({ port = 0 }: { port?: number } = {}): Promise<ScriptedRelay> {
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  await once(server, 'listening')
  let lastId = 1_700_000_000_000_000
  const relay: ScriptedRelay = {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/relay`,
    requests: [],
    acknowledged: [],
    queries: [],
    sockets: new Set(),
    script: { answer: () => ({ result: true }) },
    deliver: ({ topic, message, id = String(++lastId) }) => {
      const params = { id: 'subscription', data: { topic, message, publishedAt: 1_700_000_000_000, tag: 0 } }
      const frame = `{"jsonrpc":"2.0","method":"irn_subscription","params":${JSON.stringify(params)},"id":${id}}`
      for (const socket of relay.sockets) socket.send(frame)
    },
    cut: () => {
      for (const socket of relay.sockets) socket.terminate()
    },
    stop: async () => {
      relay.cut()
      server.close()
      await once(server, 'close')
    },
  }
  server.on('connection', (socket, request) => {
    relay.queries.push(new URL(request.url ?? '', relay.url).searchParams)
    if (relay.script.closeAtOnce) return socket.close(relay.script.closeAtOnce, 'as scripted')
    relay.sockets.add(socket)
    socket.on('close', () => relay.sockets.delete(socket))
    socket.on('message', (data) => {
      const text = String(data)
      const frame = JSON.parse(text)
      if (!('method' in frame)) {
        relay.acknowledged.push(/"id":("?[^,"]+"?)/.exec(text)?.[1] ?? '')
        return
      }
      relay.requests.push(frame)
      const answer = relay.script.answer(frame)
      if (answer === 'silence') return
      if (typeof answer === 'number') socket.close(answer)
      else socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', ...answer }))
    })
  })
  return relay
}
