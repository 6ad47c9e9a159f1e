import { sql } from 'drizzle-orm'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { MailboxLimits, RelayStore, StoredMessage } from '../RelayStore.ts'
import { createGroupCommit } from './createGroupCommit.ts'
import { createMailboxes } from './createMailboxes.ts'
import type { Letter } from './Letter.ts'
import { notReady } from './notReady.ts'
import {
  readMessages,
  restoreMailboxes,
  sweepMessages,
  sweepSubscriptions,
  takeMailboxes,
  vacuumMessages,
  writeRows,
} from './relayRows.ts'

/** A renewal is stored when it crosses a multiple of this (milliseconds), so that a reconnection need not write. */
const renewalStep = 21_600_000

/** Milliseconds between two attempts to reach a database that is down: first and maximum. */
const retry = { first: 100, most: 2_000 }

/** Minimum milliseconds that expired rows stay in the database. */
const sweepDelay = 10_000

/** Deleted rows between two vacuums. */
const rowsPerVacuum = 20_000

/** Attempts to read texts without a concurrent change. */
const maxRounds = 10

type Subscription = { topic: string; clientId: string; endsAt: number | undefined }
type Change = {
  /** Epoch of the index on which it was computed. */
  epoch: number
  letters: Letter[]
  subscriptions: Subscription[]
}

/**
 * Mailboxes in PGlite or PostgreSQL, kept by one process. An index of the waiting messages in memory makes reads fast. Every change is in
 * the database before it is answered, written in groups with one statement each. A killed process or an unavailable database therefore
 * loses no answered message, because the index is read again. If several processes open the mailboxes, the last one keeps them, and the
 * others answer `not_ready`. Several processes need Redis.
 *
 * @param options.sweepInterval milliseconds between two deletions of expired rows
 * @param options.textsInMemory bytes of waiting messages in memory; older ones are read from the database on demand
 * @param options.onError called with the cause when the database fails, once per outage
 */
export async function createDatabaseRelayStore({
  database,
  limits,
  clock,
  sweepInterval = 60_000,
  textsInMemory = 67_108_864,
  onError = () => {},
}: {
  database: Database
  limits: MailboxLimits
  clock: Clock
  sweepInterval?: number
  textsInMemory?: number
  onError?: (error: Error) => void
}): Promise<RelayStore> {
  let state: 'ready' | 'down' | 'closing' | 'closed' = 'ready'
  let cause: unknown
  let epoch = 0
  let change: Change = { epoch, letters: [], subscriptions: [] }
  let listeners: Parameters<RelayStore['listen']>[0] = { onMessage: () => {}, onGap: () => {} }
  const watched = new Set<string>()
  const written = new WeakSet<Letter>()
  /** Letters with their text in memory, oldest first. */
  const held = new Set<Letter>()
  let heldBytes = 0

  const letGo = (letter: Letter) => {
    if (held.delete(letter)) heldBytes -= letter.bytes
  }

  const mailboxes = createMailboxes({
    limits,
    clock,
    journal: {
      letter: (letter) => {
        change.letters.push(letter)
        if (letter.settled) letGo(letter)
      },
      expired: letGo,
      subscription: ({ topic, clientId, endsAt, before }) => {
        const step = (time: number) => Math.floor(time / renewalStep)
        if (endsAt !== undefined && before !== undefined && step(endsAt) === step(before)) return
        change.subscriptions.push({ topic, clientId, endsAt })
      },
    },
  })

  const write = async (changes: readonly Change[]) => {
    const current = epoch
    if (state === 'down' || state === 'closed' || changes.some((one) => one.epoch !== current)) throw notReady(cause)
    // Only the latest change of each key counts: a message that came again after its end, or a subscription that ended and began.
    const letters = new Map<string, Letter>()
    const subscriptions = new Map<string, Subscription>()
    for (const one of changes) {
      for (const letter of one.letters) letters.set(letter.topic + letter.messageId, letter)
      for (const entry of one.subscriptions) subscriptions.set(entry.topic + entry.clientId, entry)
    }
    if (letters.size + subscriptions.size === 0) return
    const all = [...letters.values()]
    const added = all.filter((letter) => !written.has(letter))
    const changed = all.filter((letter) => written.has(letter))
    for (const letter of added) written.add(letter)
    const kept = await writeRows(database, {
      epoch: current,
      added,
      changed,
      subscriptions: [...subscriptions.values()],
    }).catch((error: unknown) => {
      fail(error)
      throw notReady(error)
    })
    if (kept) return
    if (current === epoch) fail(overtaken())
    throw notReady(cause)
  }

  const commit = createGroupCommit({ write })

  const track = <Result>(work: () => Result): { result: Result; own: Change } => {
    if (state !== 'ready') throw notReady(cause)
    const own: Change = { epoch, letters: [], subscriptions: [] }
    change = own
    return { result: work(), own }
  }

  /** Runs a step on the index. Resolves when its changes, and all changes that it saw, are stored. */
  const apply = async <Result>(work: () => Result, onWritten?: (result: Result) => void): Promise<Result> => {
    const { result, own } = track(work)
    const bytes = own.letters.reduce((sum, letter) => sum + (written.has(letter) ? 0 : letter.bytes), 0)
    await commit.add(own, { bytes, onWritten: () => onWritten?.(result) })
    return result
  }

  /**
   * Reads the index. Expirations found on the way (unrenewed subscriptions, and messages that waited only for them) are written in the
   * background.
   */
  const look = <Result>(work: () => Result): Result => {
    const { result, own } = track(work)
    if (own.letters.length > 0) commit.add(own, { bytes: 0 }).catch(() => {})
    return result
  }

  const forgetAll = () => {
    mailboxes.clear()
    held.clear()
    heldBytes = 0
  }

  const fail = (error: unknown) => {
    if (state === 'closing') state = 'closed'
    if (state !== 'ready') return
    state = 'down'
    cause = error
    // Index entries that are not in the database were never confirmed.
    forgetAll()
    onError(error instanceof Error ? error : new Error(String(error)))
    void recover()
  }

  const restore = async () => {
    for (const letter of await restoreMailboxes(database, { mailboxes, now: clock.now() })) written.add(letter)
  }

  const recover = async () => {
    for (let pause = retry.first; state === 'down'; pause = Math.min(pause * 2, retry.most)) {
      try {
        // The new epoch also rejects a delayed statement that arrives now.
        const next = await takeMailboxes(database, { epoch })
        if (next === undefined) {
          cause = overtaken()
          return
        }
        epoch = next
        forgetAll()
        await restore()
        if (state !== 'down') return
        state = 'ready'
        cause = undefined
        listeners.onGap()
        return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pause).unref())
      }
    }
  }

  const hold = (letter: Letter) => {
    if (letter.settled || !letter.message) return
    held.add(letter)
    heldBytes += letter.bytes
    for (const oldest of held) {
      if (heldBytes <= textsInMemory) break
      letGo(oldest)
      oldest.message = undefined
    }
  }

  let deleted = 0
  let sweeping: Promise<void> | undefined
  const sweep = async () => {
    // An error here occurs again at the next write, which reports it.
    if (state !== 'ready') return
    try {
      // Skip rows that a write in progress can still change, because the two statements would deadlock.
      const now = clock.now() - sweepDelay
      deleted += await sweepMessages(database, { now })
      await sweepSubscriptions(database, { now })
      if (deleted < rowsPerVacuum) return
      deleted = 0
      await vacuumMessages(database)
    } catch {}
  }
  epoch = (await takeMailboxes(database)) ?? 0
  await restore()
  const timer = setInterval(() => {
    sweeping ??= sweep().finally(() => {
      sweeping = undefined
    })
  }, sweepInterval)
  timer.unref()

  return {
    publish: async (message) => {
      const { outcome } = await apply(
        () => mailboxes.publish(message),
        ({ letter }) => {
          if (!letter) return
          letter.isReadable = true
          const stored = letter.message
          hold(letter)
          if (stored && watched.has(letter.topic)) listeners.onMessage(stored)
        },
      )
      return outcome
    },
    subscribe: (options) => apply(() => mailboxes.subscribe(options)),
    unsubscribe: (options) => apply(() => mailboxes.unsubscribe(options)),
    acknowledge: (options) => apply(() => mailboxes.acknowledge(options)),

    read: async (options) => {
      const texts = new Map<Letter, StoredMessage>()
      // A message settled during the fetch of its text must not shorten the answer, because a short answer means that no more messages
      // wait.
      for (let round = 0; round < maxRounds; round += 1) {
        const letters = look(() => mailboxes.read(options))
        const missing = letters.filter((letter) => !letter.message && !texts.has(letter))
        if (missing.length === 0) return letters.flatMap((letter) => letter.message ?? texts.get(letter) ?? [])
        const found = await readMessages(database, { letters: missing }).catch((error: unknown) => {
          fail(error)
          throw notReady(error)
        })
        for (const [letter, message] of found) texts.set(letter, message)
      }
      throw notReady(new Error('Messages are settled faster than their contents are read'))
    },

    watch: async (topics) => {
      if (state !== 'ready') throw notReady(cause)
      for (const topic of topics) watched.add(topic)
    },
    unwatch: (topics) => {
      for (const topic of topics) watched.delete(topic)
    },
    listen: (given) => {
      listeners = given
    },
    size: async () => look(mailboxes.size),
    ping: async () => {
      if (state !== 'ready') throw notReady(cause)
      const start = performance.now()
      await database.execute(sql`select 1`).catch((error: unknown) => {
        throw notReady(error)
      })
      return performance.now() - start
    },
    close: async () => {
      clearInterval(timer)
      if (state === 'ready') state = 'closing'
      await commit.idle()
      state = 'closed'
      await sweeping
      watched.clear()
      forgetAll()
    },
  }
}

function overtaken(): Error {
  return new Error('Another process now stores the mailboxes of the relay. Several processes need Redis')
}
