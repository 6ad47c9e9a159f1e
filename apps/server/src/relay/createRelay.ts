import type { Duplex } from 'node:stream'
import { ServiceError } from '@latchkey/protocol/errors'
import { relayCloseCodes } from '@latchkey/protocol/relay'
import type { WebSocket } from 'ws'
import type { Context } from '../platform/context.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import type { UpgradeApplicant } from '../platform/http/createUpgrades.ts'
import { createCalls } from './createCalls.ts'
import { createFrames } from './createFrames.ts'
import { createHeartbeat } from './createHeartbeat.ts'
import { createOutlet } from './createOutlet.ts'
import { createRelayAdmission } from './createRelayAdmission.ts'
import { createTokenBuckets } from './createTokenBuckets.ts'
import { createDelivery } from './delivery/createDelivery.ts'
import type { RelayClient, RelayPeer } from './RelayPeer.ts'
import type { RelayStore } from './RelayStore.ts'
import { countRefusal, registerRelayMetrics } from './relayMetrics.ts'

/** The relay of this process. */
export type Relay = {
  /**
   * Checks an upgrade, and returns the handler of its socket.
   *
   * @throws LatchkeyError `project_missing`, `project_unknown`, `origin_not_allowed`, `relay_token_refused`, `rate_limited`, `not_ready`
   */
  admit: (applicant: UpgradeApplicant) => (socket: WebSocket, connection: Duplex) => void
  /** Sets the URL of the open port, which tokens can name. */
  answersAt: (url: string) => void
  checks: () => HealthCheck[]
  /** Stops accepting calls, answers those in progress, disconnects the clients, and resolves when they are gone. */
  close: () => Promise<void>
}

/** Milliseconds over which many sockets are closed, so that clients do not reconnect simultaneously. */
const drainTime = 2_000
/** Milliseconds for calls in progress, and for the last close frames. */
const farewell = 3_000
/** Sockets closed at once. */
const drainStep = 50

/**
 * Creates the relay, which carries sealed messages between apps and wallets, and keeps them for clients that are offline. Source:
 * WalletConnect specification, relay server API.
 *
 * @param options.store storage of waiting messages; the caller closes it after the relay
 * @param options.heartbeat milliseconds between two pings of a socket
 * @param options.staleAfter milliseconds after which a socket that follows nothing and sends nothing is closed
 * @example
 * const relay = createRelay({ context, store })
 * upgrades.add({ path: relayPath, maxPayload, admit: relay.admit })
 */
export function createRelay({
  context: { config, clock, log, metrics },
  store,
  heartbeat = 20_000,
  staleAfter = 600_000,
}: {
  context: Pick<Context, 'config' | 'clock' | 'log' | 'metrics'>
  store: RelayStore
  heartbeat?: number
  staleAfter?: number
}): Relay {
  const { limits } = config.relay
  const counts = registerRelayMetrics({ registry: metrics, waiting: store.size })
  const admission = createRelayAdmission({ config, clock })
  const buckets = createTokenBuckets({ limits, clock })
  const perMinute = limits.connectionsPerMinute
  const addresses = createTokenBuckets({ limits: { messagesPerSecond: perMinute / 60, burst: perMinute }, clock })
  const outlet = createOutlet()
  const delivery = createDelivery({ store, outlet, clock, counts, log })
  const calls = createCalls({ store, delivery, clock, counts, log })
  const frames = createFrames({ calls, delivery, outlet, buckets, clock, counts, log })
  const clients = new Map<string, RelayClient>()
  const peers = new Set<RelayPeer>()
  const beat = createHeartbeat({ clock, interval: heartbeat, staleAfter, onTick: delivery.tick })
  let ending: Promise<void> | undefined

  const findClient = (id: string): RelayClient => {
    const known = clients.get(id)
    if (known) return known
    const client: RelayClient = {
      id,
      peers: new Set(),
      settling: new Set(),
      reads: 0,
      settledMeanwhile: [],
      bucket: buckets.get(id),
    }
    clients.set(id, client)
    counts.clients += 1
    return client
  }

  const leave = (peer: RelayPeer) => {
    if (!peers.delete(peer)) return
    counts.sockets -= 1
    beat.remove(peer)
    frames.forget(peer)
    delivery.leave(peer)
    const { client } = peer
    if (client.peers.size > 0) return
    clients.delete(client.id)
    counts.clients -= 1
    buckets.leave(client.id, client.bucket)
  }

  const serve = (socket: WebSocket, connection: Duplex, clientId: string) => {
    // A peer that breaks the protocol or the connection only ends its own socket.
    socket.on('error', () => {})
    if (ending) return socket.close(relayCloseCodes.goingAway, 'The relay is stopping')
    const client = findClient(clientId)
    const peer: RelayPeer = {
      client,
      socket,
      connection,
      topics: new Map(),
      inFlight: new Map(),
      behind: new Set(),
      isReading: false,
      isClosed: false,
      isStopped: false,
      fetched: new Map(),
      queue: [],
      taken: 0,
      turn: 0,
      pending: 0,
      isAlive: true,
      heardAt: clock.now(),
    }
    client.peers.add(peer)
    peers.add(peer)
    counts.sockets += 1
    beat.add(peer)
    frames.greet(peer)
    socket.on('message', (data: Buffer, isBinary) => frames.take(peer, data, isBinary))
    socket.on('ping', (data: Buffer) => frames.sign(peer, data))
    socket.on('pong', (data: Buffer) => {
      frames.sign(peer)
      const name = data.toString()
      const receipts = peer.fetched.get(name)
      if (!receipts) return
      peer.fetched.delete(name)
      delivery.arrived(peer, receipts)
    })
    socket.on('close', () => leave(peer))
  }

  const refuse = (code: number, reason: string) => (socket: WebSocket) => {
    socket.on('error', () => {})
    socket.close(code, reason)
  }

  const end = async () => {
    frames.end()
    // Sockets without calls in progress are closed first, the others after their replies.
    await frames.settled(farewell)
    const leaving = [...peers]
    const pause = leaving.length > drainStep ? drainTime / Math.ceil(leaving.length / drainStep) : 0
    while (leaving.length > 0) {
      for (const { socket } of leaving.splice(0, drainStep)) {
        socket.resume()
        socket.close(relayCloseCodes.goingAway, 'The relay is stopping')
      }
      if (leaving.length > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    }
    const deadline = performance.now() + farewell
    while (peers.size > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10))
    for (const peer of [...peers]) {
      peer.socket.terminate()
      leave(peer)
    }
    beat.stop()
  }

  return {
    admit: (applicant) => {
      if (ending) throw new ServiceError('not_ready', { message: 'The relay is stopping' })
      const bucket = addresses.get(applicant.ip)
      const isCalm = addresses.take(bucket, 1) === 'good'
      addresses.leave(applicant.ip, bucket)
      if (!isCalm) {
        countRefusal(counts, 'connections')
        throw new ServiceError('rate_limited', { message: 'Too many connections from this address', retryAfter: 1 })
      }
      const verdict = admission.decide(applicant)
      // A browser cannot read why an upgrade failed. The socket is accepted, and closed with the reason.
      const wantsClose = applicant.query.get('useOnCloseEvent') === 'true'
      if ('error' in verdict) {
        countRefusal(counts, verdict.error.code)
        if (!wantsClose) throw verdict.error
        return refuse(relayCloseCodes.refused, verdict.reason)
      }
      const { clientId } = verdict
      if ((clients.get(clientId)?.peers.size ?? 0) >= limits.socketsPerClient) {
        countRefusal(counts, 'sockets')
        const message = `This client has ${limits.socketsPerClient} sockets already`
        if (!wantsClose) throw new ServiceError('rate_limited', { message, retryAfter: 5 })
        return refuse(relayCloseCodes.tooManyRequests, message)
      }
      return (socket, connection) => serve(socket, connection, clientId)
    },
    answersAt: admission.answersAt,
    checks: () => [{ name: 'relay store', check: store.ping }],
    close: () => {
      ending ??= end()
      return ending
    },
  }
}
