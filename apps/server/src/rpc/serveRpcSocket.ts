import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { WebSocket } from 'ws'
import type { SocketPlace } from '../platform/http/createSocketLimits.ts'
import { answerJsonRpc, countCalls, toOutcome } from './answerJsonRpc.ts'
import { checkSubscription } from './checkSubscription.ts'
import { connectUpstreamSocket, type UpstreamSocket } from './connectUpstreamSocket.ts'
import { createSubscriptionCount } from './createSubscriptionCount.ts'
import { writeExactJson } from './exactJson.ts'
import { isSocketMethod } from './gatewayMethods.ts'
import type { RpcOutcome, RpcService } from './RpcService.ts'

/** Calls of one connection that can be in progress, and the bytes of their messages. */
const maxPending = 200
const maxPendingBytes = 2 ** 19
/** Consecutive refused messages after which the connection is closed. */
const maxRefused = 200
/** Maximum bytes of an unread refused message in which its id is searched. */
const readForId = 4_096
/** Waiting bytes above which the total backlog of the address is checked. */
const pressure = 2 ** 20
/** Bytes that can wait for a slow reader before its connection is closed. */
const maxBacklog = 32 * 2 ** 20
/** Notifications that are counted together against the caller's rate limit. */
const counted = 10
/** Bytes of a message, in either direction, that count as one call. */
const bytesOfOne = 2 ** 14

/**
 * Serves JSON-RPC over a WebSocket. Calls use the failover, as over HTTP. Subscriptions and filters are bound to one node, so they use a
 * separate connection to it. If that connection breaks, the socket is closed, and the client has to reconnect and subscribe again, which
 * clients do anyway. Notifications count against the caller's rate limit like calls. Beyond it the socket is closed with 1008.
 */
export function serveRpcSocket({
  socket,
  chainId,
  rpc,
  wsUrls,
  admit,
  takeSlot = () => () => {},
  place = { heard: () => {}, pressed: () => {} },
  added,
}: {
  socket: WebSocket
  chainId: ChainId
  rpc: RpcService
  /** Returns the WebSockets of the chain's nodes, best first. */
  wsUrls: () => readonly string[]
  admit: (cost?: number) => Promise<unknown>
  /** Reserves one of the caller's connections to nodes. */
  takeSlot?: () => (() => void) | undefined
  place?: Pick<SocketPlace, 'heard' | 'pressed'>
  /** Methods that the operator added for this network. */
  added?: ReadonlySet<string> | undefined
}): void {
  let pending = 0
  let pendingBytes = 0
  let refusedInARow = 0
  let uncounted = 0
  const subscriptions = createSubscriptionCount({ chainId })
  let upstream: Promise<UpstreamSocket> | undefined

  const write = (value: unknown) => {
    if (socket.bufferedAmount > maxBacklog) socket.terminate()
    if (socket.readyState === socket.OPEN) socket.send(writeExactJson(value))
    if (socket.bufferedAmount > pressure) place.pressed()
  }

  const notify = (message: unknown) => {
    if (socket.bufferedAmount > maxBacklog) socket.terminate()
    if (socket.readyState !== socket.OPEN) return
    const text = writeExactJson(message)
    socket.send(text)
    place.heard()
    if (socket.bufferedAmount > pressure) place.pressed()
    uncounted += Math.ceil(text.length / bytesOfOne)
    if (uncounted < counted) return
    const cost = uncounted
    uncounted = 0
    admit(cost).catch((error: unknown) => {
      const refusal = error instanceof ServiceError ? error : new ServiceError('internal')
      write({ jsonrpc: '2.0', id: null, ...toOutcome(refusal) })
      socket.close(1008, refusal.code)
      end()
    })
  }

  const openUpstream = () => {
    if (upstream) return upstream
    const giveBack = takeSlot()
    if (!giveBack) throw new ServiceError('rate_limited', { message: 'Too many connections to nodes', retryAfter: 10 })
    upstream = connectUpstreamSocket({
      urls: wsUrls(),
      onNotification: notify,
      onClose: () => {
        giveBack()
        socket.close(1012, 'The node closed its connection')
      },
    }).then(
      ({ call, close }) => ({
        call,
        close: () => {
          giveBack()
          close()
        },
      }),
      (error: unknown) => {
        giveBack()
        upstream = undefined
        throw error
      },
    )
    return upstream
  }

  /** @param counted cost for which the message was admitted before it was read */
  const answer = async (message: unknown, counted: number): Promise<unknown> => {
    const calls = countCalls(message, chainId)
    if (calls > counted) await admit(calls - counted)
    if (isSubscription(message, chainId)) {
      const { id = null, method, params = [] } = message
      if (wsUrls().length === 0) {
        return { jsonrpc: '2.0', id, error: { code: -32601, message: 'This chain has no subscriptions here' } }
      }
      // The client disconnected during its admission, so a connection opened now would never be closed.
      if (socket.readyState !== socket.OPEN) return undefined
      const refused = checkSubscription({ method, params })
      if (refused) return { jsonrpc: '2.0', id, ...refused }
      const settle = subscriptions.begin({ method, params })
      if (!settle) return { jsonrpc: '2.0', id, error: { code: -32005, message: 'Too many subscriptions' } }
      let outcome: RpcOutcome | undefined
      try {
        outcome = await (await openUpstream()).call({ method, params })
      } finally {
        settle(outcome)
      }
      return { jsonrpc: '2.0', id, ...outcome }
    }
    return answerJsonRpc({ message, chainId, rpc, added })
  }

  /** Refuses an unread message. */
  const refuse = (data: Buffer, outcome: object) => {
    refusedInARow += 1
    const id = data.length <= readForId ? idOf(parse(data)) : null
    write({ jsonrpc: '2.0', id, ...outcome })
    if (refusedInARow >= maxRefused) socket.close(1008, 'Too many messages')
  }

  const receive = async (data: Buffer) => {
    if (pending >= maxPending || pendingBytes + data.length > maxPendingBytes) {
      return refuse(data, { error: { code: -32005, message: 'Too many calls at once' } })
    }
    pending += 1
    pendingBytes += data.length
    let message: unknown
    try {
      const cost = 1 + Math.floor(data.length / bytesOfOne)
      try {
        await admit(cost)
      } catch (error) {
        return refuse(data, toOutcome(error instanceof ServiceError ? error : new ServiceError('internal')))
      }
      refusedInARow = 0
      message = parse(data)
      if (message === undefined) {
        return write({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } })
      }
      const reply = await answer(message, cost)
      if (reply !== undefined) write(reply)
    } catch (error) {
      const refusal = error instanceof ServiceError ? error : new ServiceError('internal')
      write({ jsonrpc: '2.0', id: idOf(message), ...toOutcome(refusal) })
    } finally {
      pending -= 1
      pendingBytes -= data.length
    }
  }

  socket.on('message', (data: Buffer) => void receive(data))
  const end = () => {
    upstream?.then(
      (connection) => connection.close(),
      () => {},
    )
  }
  socket.on('close', end)
  socket.on('error', end)
}

type Subscription = { id?: string | number | null; method: string; params?: readonly unknown[] }

function isSubscription(message: unknown, chainId: ChainId): message is Subscription {
  return (
    typeof message === 'object' &&
    message !== null &&
    'method' in message &&
    typeof message.method === 'string' &&
    isSocketMethod({ chainId, method: message.method }) &&
    (!('params' in message) || Array.isArray(message.params))
  )
}

/** @returns undefined for invalid JSON */
function parse(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString())
  } catch {
    return undefined
  }
}

function idOf(message: unknown): string | number | null {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
