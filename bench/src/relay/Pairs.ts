import { randomBytes } from 'node:crypto'
import WebSocket from 'ws'
import { createRelayToken } from './createRelayToken.ts'
import { projectId } from './startRelayProcess.ts'

/** Sockets in twos: one publishes on a topic, the other one is subscribed to it. */
export type Pairs = {
  count: number
  /** Sends one message of 1 kB; `onDelivered` is told how long it took, in milliseconds. */
  publish: (pair: number) => void
  /** Publishes that were not answered yet, in all. */
  unanswered: () => number
  onDelivered: (listener: (options: { pair: number; latency: number }) => void) => void
  close: () => void
}

/** One kilobyte of base64, as a sealed envelope is; the first part differs in every message. */
const filling = randomBytes(724).toString('base64')

/**
 * Opens pairs of sockets at a relay, or at the bare server that it is held against (`bare`): the same frames go over the wire
 * either way.
 */
export async function openPairs({
  url,
  count,
  bare = false,
}: {
  url: string
  count: number
  bare?: boolean
}): Promise<Pairs> {
  let listener: (options: { pair: number; latency: number }) => void = () => {}
  let waiting = 0
  let last = 0
  const publishers: WebSocket[] = []
  const topics: string[] = []
  const all: WebSocket[] = []
  const open = async (pair: number): Promise<WebSocket> => {
    const query = bare
      ? `pair=${pair}`
      : `auth=${createRelayToken({ audience: url })}&projectId=${projectId}&ua=wc-2/bench&useOnCloseEvent=true`
    const socket = new WebSocket(`${url}?${query}`, { perMessageDeflate: false })
    all.push(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
      socket.once('close', (code, reason) => reject(new Error(`The relay closed: ${code} ${reason}`)))
    })
    return socket
  }
  const pairUp = async (pair: number) => {
    const topic = randomBytes(32).toString('hex')
    topics[pair] = topic
    const subscriber = await open(pair)
    if (!bare) {
      subscriber.send(`{"id":"${nextId()}","jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${topic}"}}`)
      await new Promise<void>((resolve) => subscriber.once('message', () => resolve()))
    }
    subscriber.on('message', (data: Buffer) => {
      const text = data.toString('latin1')
      // The envelope begins with when it was sent, in microseconds and 16 digits.
      const at = text.indexOf('"message":"') + 11
      const sent = Number(text.slice(at, at + 16))
      const id = /"id":"?(\d+)/.exec(text)?.[1]
      subscriber.send(`{"id":${id},"jsonrpc":"2.0","result":true}`)
      listener({ pair, latency: (now() - sent) / 1000 })
    })
    const publisher = await open(pair)
    publisher.on('message', (data: Buffer) => {
      if (data.includes('"error"')) throw new Error(`The relay refused: ${data}`)
      waiting--
    })
    publishers[pair] = publisher
  }
  const nextId = () => {
    last++
    return `1700000000${String(last).padStart(9, '0')}`
  }
  for (let from = 0; from < count; from += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - from) }, (_, index) => pairUp(from + index)))

  return {
    count,
    publish: (pair) => {
      waiting++
      const stamp = String(now()).padStart(16, '0')
      publishers[pair]?.send(
        `{"id":"${nextId()}","jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${topics[pair]}","message":"${stamp}${last}${filling}","ttl":300,"prompt":true,"tag":1108}}`,
      )
    },
    unanswered: () => waiting,
    onDelivered: (next) => {
      listener = next
    },
    close: () => {
      for (const socket of all) socket.terminate()
    },
  }
}

/** Microseconds of a clock that only goes forward. */
function now(): number {
  return Math.round(performance.now() * 1000)
}
