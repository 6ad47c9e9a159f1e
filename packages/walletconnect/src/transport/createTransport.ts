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
  /** Milliseconds without requests after a relay could not accept one. Doubles each time, up to a minute. */
  pause: 2_000,
  longestPause: 60_000,
  /** Milliseconds within which an answer belongs to the first attempt; later the connection repeats it. */
  promptly: 5_000,
  /** Unanswered publishes for each relay, so that a full outbox does not hit the relay's limits. */
  inFlight: 64,
}

/** One relay and the state of its current socket. */
type Line = {
  connection: RelayConnection
  subscribed: Set<string>
  subscribing: Set<string>
  publishing: Set<string>
  /** Topics that it may still deliver, although they are unsubscribed. */
  unwanted: Set<string>
  pause: unknown
  pauses: number
}

/**
 * A caller that waits for a relay. `isDone` and `isHopeless` are evaluated after each event; `takenId` is the message that was just
 * accepted.
 */
type Condition = { isDone: (takenId?: string) => boolean; isHopeless?: () => boolean }
type Waiter = Condition & { resolve: () => void; reject: (error: LatchkeyError) => void; timer: unknown }

/**
 * Uses all relays as one (see `Transport`). Dials only if there is something to send or receive, which includes the stored outbox.
 * @param options.onMessage applies the message and resolves when storage has the effect. It is called in the order of arrival, without
 * waiting for the previous call. If it rejects, the message is not acknowledged and arrives again
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
  /** Known after the first socket is created. */
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
  /** Messages that no relay has accepted for certain, by ID, with the relays that may have them. */
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
          // Other relays replace a lost one, and callers get an error when the last one refuses.
          drive()
          settleWaiters()
        },
        onMessage: async (delivery) => {
          // Foreign or not subscribed yet; the relay delivers it again to a subscriber.
          if (!topics.has(delivery.topic)) throw new Error('No one is subscribed to this topic')
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

  /** Sends each relay its pending subscriptions and messages. */
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
    // A late refusal may belong to the repetition.
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
    // Avoids an unhandled rejection; callers need not await it.
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
        give(waiter, new WalletConnectError('relay_unavailable', { details: 'No relay accepted this message' }))
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
  // Deferred until the caller has the result, because a relay's status may change immediately.
  queueMicrotask(drive)

  return {
    publish: (message) => {
      const messageId = hashMessage(message.message)
      const receipt = inbox.receiptOf(messageId)
      unstored.add(messageId)
      for (const id of untaken.keys()) if (!outbox.has(id)) untaken.delete(id)
      untaken.set(messageId, new Set())
      void outbox.add({ message, messageId, id: newId(), receipt }).stored.then((isFenced) => {
        // The new owner of the storage does not know this message and will be asked to send it itself: do not send it here.
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
      // Open the socket while storage writes.
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

/** Returns whether the same message will never be accepted: too large, expired, malformed. A full mailbox or a busy relay is temporary. */
function isFinal(outcome: Exclude<RequestOutcome, 'lost'>): boolean {
  if (!('error' in outcome)) return false
  const { code, tag } = outcome.error
  return code === relayErrorCodes.payload || (code === relayErrorCodes.handler && tag.startsWith('Ttl'))
}
