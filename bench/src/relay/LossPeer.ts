import WebSocket from 'ws'
import { createRelayToken } from './createRelayToken.ts'
import { projectId } from './startRelayProcess.ts'

type Answer = (reply: { result?: unknown; error?: { code: number; message: string } }) => void

/** A client that reconnects to the next relay when its socket ends, and repeats unanswered requests under the same ID. */
export type LossPeer = {
  /** Resolves with the relay's answer, however many sockets it takes. */
  call: (options: { method: string; params: unknown }) => Promise<unknown>
  /** Goes away as a phone does: no goodbye. */
  leave: () => void
  /** Comes back. */
  join: () => void
  end: () => void
}

/**
 * Makes a client of the relays at `urls`, which share their store.
 *
 * @param options.onMessage called for every delivery before it is acknowledged
 * @param options.onOpen called with each new socket, before waiting messages are sent again
 */
export function createLossPeer({
  urls,
  audience,
  onMessage,
  onOpen = () => [],
}: {
  urls: readonly string[]
  audience: string
  onMessage: (data: { topic: string; message: string; publishedAt: number }) => void
  onOpen?: () => readonly { method: string; params: unknown }[]
}): LossPeer {
  const token = createRelayToken({ audience })
  const waiting = new Map<string, { frame: string; answer: Answer }>()
  let socket: WebSocket | undefined
  let next = Math.floor(Math.random() * urls.length)
  let wanted = true
  let timer: NodeJS.Timeout | undefined
  let last = 0

  const connect = () => {
    clearTimeout(timer)
    if (!wanted) return
    const url = urls[next++ % urls.length]
    const current = new WebSocket(`${url}?auth=${token}&projectId=${projectId}`, { perMessageDeflate: false })
    socket = current
    current.on('open', () => {
      for (const { method, params } of onOpen()) void call({ method, params })
      for (const { frame } of waiting.values()) current.send(frame)
    })
    current.on('message', (data: Buffer) => {
      if (current !== socket) return
      const frame = JSON.parse(data.toString()) as {
        id: number | string
        method?: string
        params?: { data: { topic: string; message: string; publishedAt: number } }
      } & Parameters<Answer>[0]
      if (frame.method === 'irn_subscription' && frame.params) {
        onMessage(frame.params.data)
        current.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
        return
      }
      const asked = waiting.get(String(frame.id))
      if (!asked) return
      waiting.delete(String(frame.id))
      asked.answer(frame)
    })
    current.on('error', () => {})
    current.on('close', () => {
      if (current !== socket) return
      timer = setTimeout(connect, 50)
    })
  }
  const call = ({ method, params }: { method: string; params: unknown }): Promise<unknown> =>
    new Promise((resolve, reject) => {
      last++
      const id = `17${String(last).padStart(17, '0')}`
      const frame = JSON.stringify({ id, jsonrpc: '2.0', method, params })
      const answer: Answer = (reply) => {
        if (!reply.error) resolve(reply.result)
        // The store behind the relay is away for a moment: the same call again.
        else if (reply.error.code === -32603) {
          waiting.set(id, { frame, answer })
          setTimeout(() => socket?.readyState === WebSocket.OPEN && socket.send(frame), 50)
        } else reject(new Error(`${method}: ${reply.error.code} ${reply.error.message}`))
      }
      waiting.set(id, { frame, answer })
      if (socket?.readyState === WebSocket.OPEN) socket.send(frame)
    })
  const leave = () => {
    wanted = false
    clearTimeout(timer)
    const gone = socket
    socket = undefined
    gone?.terminate()
  }
  connect()
  return {
    call,
    leave,
    join: () => {
      if (wanted) return
      wanted = true
      connect()
    },
    end: leave,
  }
}
