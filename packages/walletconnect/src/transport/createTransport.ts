import type { LatchkeyError } from '@latchkey/protocol'
import { relayErrorCodes, relayLimits, WalletConnectError } from '@latchkey/protocol/relay'
import { bytesToHex } from '@noble/hashes/utils'
import type { ClientEnvironment } from '../ClientEnvironment.ts'
import type { RelayEndpoint } from '../ClientParameters.ts'
import { clientIdOf } from '../crypto/clientIdOf.ts'
import { createIdSource } from '../crypto/createIdSource.ts'
import { createSigningKey, type SigningKey } from '../crypto/createSigningKey.ts'
import { hashMessage } from '../crypto/hashMessage.ts'
import type { ClientStore } from '../storage/ClientStore.ts'
import { createInbox } from './createInbox.ts'
import { createOutbox, type OutboxEntry } from './createOutbox.ts'
import { createRelayConnection, type RelayConnection, type RequestOutcome } from './createRelayConnection.ts'
import type { InboundMessage, RelayStatus, Transport } from './Transport.ts'

const limits = {
  /** Milliseconds that a caller waits for a relay. */
  patience: 15_000,
  /** Milliseconds without requests after a relay could not take one; twice as long each time, up to a minute. */
  pause: 2_000,
  longestPause: 60_000,
  /** Milliseconds in which an answer is to the request as it was first sent; later the connection repeats it. */
  promptly: 5_000,
  /** Unanswered publishes per relay; a full outbox must not run into a relay's limits. */
  inFlight: 64,
}

/** One relay, and what it has on its present socket. */
type Line = {
  connection: RelayConnection
  subscribed: Set<string>
  subscribing: Set<string>
  publishing: Set<string>
  /** Topics that it may still send from, though nobody wants them any more. */
  unwanted: Set<string>
  pause: unknown
  pauses: number
}

/** Somebody waits for a relay: `isDone` and `isHopeless` are asked whenever anything happens; `takenId` is what just got through. */
type Condition = { isDone: (takenId?: string) => boolean; isHopeless?: () => boolean }
type Waiter = Condition & { resolve: () => void; reject: (error: LatchkeyError) => void; timer: unknown }

/**
 * Speaks to all relays as one (see `Transport`). Nothing is dialled before something is to be sent or heard; what the outbox kept
 * from the last time is.
 * @param options.onMessage takes effect and resolves when that is in storage; called in the order of arrival, without waiting for the
 * one before. When it rejects, the message is not acknowledged and comes again
 * @param options.signal ends it, as `destroy` does
 */
export function createTransport({
  relays,
  store,
  environment,
  onMessage,
  onRelaysChanged,
  signal,
}: {
  relays: readonly RelayEndpoint[]
  store: ClientStore
  environment: ClientEnvironment
  onMessage: (message: InboundMessage) => Promise<void>
  onRelaysChanged: (relays: readonly RelayStatus[]) => void
  signal?: AbortSignal
}): Transport {
  const random = () => bytesToHex(environment.randomBytes(32))
  const newId = createIdSource(environment)
  const known = store.get('clientKey')
  const seed = typeof known === 'string' ? known : random()
  if (seed !== known) store.change({ clientKey: seed }).catch(() => {})
  let key: Promise<SigningKey> | undefined
  /** Known from the first socket on. */
  let clientId = ''
  const getKey = () => {
    key ??= createSigningKey({ seed }).then(
      (made) => {
        clientId = clientIdOf(made.publicKey)
        return made
      },
      (error) => {
        key = undefined
        throw error
      },
    )
    return key
  }
  const subject = random()

  const topics = new Set<string>()
  const waiters = new Set<Waiter>()
  const unstored = new Set<string>()
  /** What no relay took for certain, by message id: the relays that may have it. */
  const untaken = new Map<string, Set<string>>()
  const inbox = createInbox({ store, environment, onMessage })
  const outbox = createOutbox({ store, environment, relayUrls: relays.map(({ url }) => url) })
  let destroyed = false

  const statuses = (): RelayStatus[] =>
    lines.map(({ connection }) => {
      const reason = connection.reason()
      return { url: connection.url, status: connection.status(), ...(reason ? { reason } : {}) }
    })

  const lines: readonly Line[] = relays.map((endpoint) => {
    const line: Line = {
      subscribed: new Set(),
      subscribing: new Set(),
      publishing: new Set(),
      unwanted: new Set(),
      pause: undefined,
      pauses: 0,
      connection: createRelayConnection({
        endpoint,
        getKey,
        subject,
        environment,
        newId,
        isNeeded: () => topics.size > 0 || outbox.entries().some((entry) => isFor(entry, endpoint.url)),
        probe: () => {
          const [topic] = line.subscribed
          return topic ? { method: 'irn_subscribe', params: { topic } } : undefined
        },
        onStatus: () => {
          if (isConnected(line)) {
            endPause(line)
            line.pauses = 0
          } else {
            for (const ofSocket of [line.subscribed, line.subscribing, line.publishing]) ofSocket.clear()
          }
          onRelaysChanged(statuses())
          // Others step in for a relay that went, and callers hear when the last one refused.
          drive()
          settleWaiters()
        },
        onMessage: async (delivery) => {
          // Not ours, or not yet; whoever subscribes to it gets it again.
          if (!topics.has(delivery.topic)) throw new Error('Nobody is subscribed to this topic')
          await inbox.take({ ...delivery, relayUrl: endpoint.url })
        },
      }),
    }
    return line
  })

  const isConnected = (line: Line) => line.connection.status() === 'connected'

  function isFor(entry: OutboxEntry, url: string): boolean {
    if (entry.settled.includes(url)) return false
    if (entry.relays.includes(url)) return true
    return entry.detours && !lines.some((line) => entry.relays.includes(line.connection.url) && isConnected(line))
  }

  const endPause = (line: Line) => {
    environment.clearTimeout(line.pause)
    line.pause = undefined
  }

  /** Gets every relay to have what it should. */
  const drive = () => {
    for (const line of lines) driveLine(line)
  }

  const driveLine = (line: Line) => {
    if (destroyed || line.pause !== undefined) return
    const due = outbox.entries().filter((entry) => isFor(entry, line.connection.url))
    if (topics.size > 0 || due.length > 0) line.connection.need()
    if (!isConnected(line)) return
    for (const topic of line.unwanted) void unsubscribeOn(line, topic)
    const missing = [...topics].filter((topic) => !line.subscribed.has(topic) && !line.subscribing.has(topic))
    for (let at = 0; at < missing.length; at += relayLimits.batch)
      void subscribeOn(line, missing.slice(at, at + relayLimits.batch))
    for (const entry of due) {
      if (line.publishing.size >= limits.inFlight) break
      if (!line.publishing.has(entry.messageId) && !unstored.has(entry.messageId)) void publishOn(line, entry)
    }
  }

  const subscribeOn = async (line: Line, wanted: readonly string[]) => {
    for (const topic of wanted) line.subscribing.add(topic)
    const [topic] = wanted
    const outcome = await line.connection.request(
      wanted.length === 1
        ? { method: 'irn_subscribe', params: { topic } }
        : { method: 'irn_batchSubscribe', params: { topics: wanted } },
    )
    if (outcome === 'lost') return
    for (const topic of wanted) {
      line.subscribing.delete(topic)
      if ('result' in outcome && topics.has(topic)) line.subscribed.add(topic)
    }
    if ('error' in outcome) pause(line)
    else line.pauses = 0
    settleWaiters()
  }

  const unsubscribeOn = async (line: Line, topic: string) => {
    line.unwanted.delete(topic)
    const params = { topic, id: hashMessage(topic + clientId) }
    const outcome = await line.connection.request({ method: 'irn_unsubscribe', params })
    if (outcome === 'lost' && !topics.has(topic)) line.unwanted.add(topic)
  }

  const publishOn = async (line: Line, entry: OutboxEntry) => {
    const { topic, message, tag, prompt, id, messageId } = entry
    line.publishing.add(messageId)
    const mayHave = untaken.get(messageId)
    const isFirst = !mayHave?.has(line.connection.url)
    mayHave?.add(line.connection.url)
    const sentAt = environment.now()
    const ttl = Math.max(Math.ceil((entry.expiresAt - environment.now()) / 1000), relayLimits.minimumTtl)
    const outcome = await line.connection.request({
      method: 'irn_publish',
      params: { topic, message, ttl, tag, prompt },
      id,
    })
    if (outcome === 'lost') return
    line.publishing.delete(messageId)
    const isTaken = 'result' in outcome
    if (isTaken) untaken.delete(messageId)
    // A late refusal may be that of the repetition.
    else if (isFirst && environment.now() - sentAt < limits.promptly) mayHave?.delete(line.connection.url)
    if (isTaken) line.pauses = 0
    if (isTaken || isFinal(outcome)) outbox.settle(messageId, line.connection.url)
    else pause(line)
    settleWaiters(isTaken ? messageId : undefined)
    driveLine(line)
  }

  const pause = (line: Line) => {
    line.pause ??= environment.setTimeout(
      () => {
        line.pause = undefined
        driveLine(line)
      },
      Math.min(limits.pause * 2 ** line.pauses++, limits.longestPause),
    )
  }

  const wait = (condition: Condition): Promise<void> => {
    const waiting = new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        ...condition,
        resolve,
        reject,
        timer: environment.setTimeout(() => {
          const cause = lines.map(({ connection }) => connection.failure()).find(Boolean)
          give(waiter, new WalletConnectError('relay_unavailable', { cause }))
        }, limits.patience),
      }
      waiters.add(waiter)
    })
    // Callers may leave it alone.
    waiting.catch(() => {})
    return waiting
  }

  const give = (waiter: Waiter, error?: LatchkeyError) => {
    waiters.delete(waiter)
    environment.clearTimeout(waiter.timer)
    if (error) waiter.reject(error)
    else waiter.resolve()
  }

  const describeRefusals = () =>
    statuses()
      .flatMap(({ reason }) => reason ?? [])
      .join('; ') || undefined

  const settleWaiters = (takenId?: string) => {
    const refused = lines.every(({ connection }) => connection.status() === 'refused')
    for (const waiter of [...waiters]) {
      if (waiter.isDone(takenId)) give(waiter)
      else if (destroyed) give(waiter, new WalletConnectError('request_aborted'))
      else if (refused) give(waiter, new WalletConnectError('relay_refused', { details: describeRefusals() }))
      else if (waiter.isHopeless?.())
        give(waiter, new WalletConnectError('relay_unavailable', { details: 'No relay takes this message' }))
    }
  }

  const endWake = environment.onWake(() => {
    for (const { connection } of lines) connection.wake()
  })

  const destroy = () => {
    if (destroyed) return
    destroyed = true
    endWake()
    for (const line of lines) {
      endPause(line)
      line.connection.destroy()
    }
    settleWaiters()
  }
  if (signal?.aborted) destroy()
  signal?.addEventListener('abort', destroy, { once: true })
  // Not before the caller has what this returns: a relay's status may change at once.
  queueMicrotask(drive)

  return {
    publish: (message) => {
      const messageId = hashMessage(message.message)
      const receipt = inbox.receiptOf(messageId)
      unstored.add(messageId)
      for (const id of untaken.keys()) if (!outbox.has(id)) untaken.delete(id)
      untaken.set(messageId, new Set())
      void outbox.add({ message, messageId, id: newId(), receipt }).stored.then((isFenced) => {
        // Whoever owns the storage now does not know of it, and will be asked for the same: here it must not go out.
        if (!isFenced) {
          unstored.delete(messageId)
          drive()
        }
        settleWaiters()
      })
      const taken = wait({
        isDone: (takenId) => takenId === messageId,
        isHopeless: () => !outbox.has(messageId),
      })
      // The socket opens while storage writes.
      drive()
      return {
        taken,
        cancel: () => {
          outbox.remove(messageId)
          settleWaiters()
        },
        isUnsent: () => untaken.get(messageId)?.size === 0,
      }
    },
    subscribe: (wanted) => {
      for (const topic of wanted) {
        topics.add(topic)
        for (const { unwanted } of lines) unwanted.delete(topic)
      }
      const waiting = wait({
        isDone: () =>
          lines.some(({ subscribed }) => wanted.every((topic) => subscribed.has(topic) || !topics.has(topic))),
      })
      drive()
      settleWaiters()
      return waiting
    },
    unsubscribe: (unwanted) => {
      for (const topic of unwanted) {
        if (!topics.delete(topic)) continue
        for (const line of lines) {
          line.subscribed.delete(topic)
          line.unwanted.add(topic)
        }
      }
      drive()
    },
    relays: statuses,
    destroy,
  }
}

/** Whether the same message will never be taken: too large, too short a time, malformed. A full mailbox and a busy relay pass. */
function isFinal(outcome: Exclude<RequestOutcome, 'lost'>): boolean {
  if (!('error' in outcome)) return false
  const { code, tag } = outcome.error
  return code === relayErrorCodes.payload || (code === relayErrorCodes.handler && tag.startsWith('Ttl'))
}
