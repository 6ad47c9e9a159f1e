import type { Clock } from '../../platform/clock/Clock.ts'
import type { MailboxLimits } from '../RelayStore.ts'
import { createTimetable } from './createTimetable.ts'
import type { Letter } from './Letter.ts'
import type { Mailboxes, MailboxJournal } from './Mailboxes.ts'
import { sizeOf } from './sizeOf.ts'
import { subscriptionLifetime } from './subscriptionLifetime.ts'

/** Milliseconds between two checks of all subscriptions. An active mailbox checks its own, so this finds those of unused ones. */
const subscriptionRound = 3_600_000

type Mailbox = {
  topic: string
  /** By sequence. */
  waiting: Map<string, Letter>
  bytes: number
  /** End of the time in which a message counts as a repetition, whether it waits or not. */
  seen: Map<string, number>
  /** End of each subscription, by client id. */
  subscribers: Map<string, number>
  /** Lower bound for the ends of the subscriptions. */
  nextEnd: number
}

/**
 * Rules of the mailboxes (see `RelayStore`) in memory, for the memory store, and as the index of the database store. Publishing and
 * acknowledging take constant time, independent of the stored amount. Expired repetitions, subscriptions and empty mailboxes are removed
 * with the next call.
 */
export function createMailboxes({
  limits,
  clock,
  journal,
}: {
  limits: MailboxLimits
  clock: Clock
  journal?: MailboxJournal
}): Mailboxes {
  const mailboxes = new Map<string, Mailbox>()
  const clients = new Map<string, Set<string>>()
  const messageEnds = createTimetable<Mailbox>()
  let nextRound = 0
  let waiting = 0
  let remembered = 0
  let lastSequence = 0

  const open = (topic: string): Mailbox => {
    const present = mailboxes.get(topic)
    if (present) return present
    const mailbox: Mailbox = {
      topic,
      waiting: new Map(),
      bytes: 0,
      seen: new Map(),
      subscribers: new Map(),
      nextEnd: Number.POSITIVE_INFINITY,
    }
    mailboxes.set(topic, mailbox)
    return mailbox
  }

  const closeIfEmpty = (mailbox: Mailbox) => {
    if (mailbox.seen.size === 0 && mailbox.subscribers.size === 0) mailboxes.delete(mailbox.topic)
  }

  const remove = (mailbox: Mailbox, letter: Letter) => {
    if (!mailbox.waiting.delete(letter.messageId)) return
    mailbox.bytes -= letter.bytes
    waiting -= 1
  }

  const settle = (mailbox: Mailbox, letter: Letter) => {
    remove(mailbox, letter)
    letter.settled = true
    letter.acknowledgedBy = undefined
    journal?.letter(letter)
    letter.message = undefined
  }

  const expire = (mailbox: Mailbox, letter: Letter) => {
    remove(mailbox, letter)
    journal?.expired(letter)
    letter.message = undefined
  }

  const forget = (mailbox: Mailbox, messageId: string) => {
    const letter = mailbox.waiting.get(messageId)
    if (letter) expire(mailbox, letter)
    if (mailbox.seen.delete(messageId)) remembered -= 1
  }

  /** Returns whether a client other than `clientId` still has to receive it. */
  const isAwaited = (mailbox: Mailbox, letter: Letter, clientId?: string) => {
    for (const subscriber of mailbox.subscribers.keys()) {
      if (subscriber === letter.publisher || subscriber === clientId) continue
      if (!letter.acknowledgedBy?.has(subscriber)) return true
    }
    return false
  }

  const release = (mailbox: Mailbox) => {
    for (const letter of mailbox.waiting.values()) {
      if (letter.acknowledgedBy && !isAwaited(mailbox, letter)) settle(mailbox, letter)
    }
  }

  const endSubscription = (mailbox: Mailbox, clientId: string) => {
    if (!mailbox.subscribers.delete(clientId)) return false
    const topics = clients.get(clientId)
    topics?.delete(mailbox.topic)
    if (topics?.size === 0) clients.delete(clientId)
    return true
  }

  const endSubscriptions = (mailbox: Mailbox, now: number) => {
    if (now < mailbox.nextEnd) return
    let next = Number.POSITIVE_INFINITY
    let ended = false
    for (const [clientId, endsAt] of mailbox.subscribers) {
      if (endsAt <= now) ended = endSubscription(mailbox, clientId)
      else next = Math.min(next, endsAt)
    }
    mailbox.nextEnd = next
    if (ended) release(mailbox)
  }

  const sweep = () => {
    const now = clock.now()
    messageEnds.sweep(now, (mailbox, messageId) => {
      const until = mailbox.seen.get(messageId)
      // A message that came again after its end has a separate entry.
      if (until === undefined || until > now) return
      forget(mailbox, messageId)
      closeIfEmpty(mailbox)
    })
    if (now >= nextRound) {
      nextRound = now + subscriptionRound
      for (const mailbox of mailboxes.values()) {
        if (now < mailbox.nextEnd) continue
        endSubscriptions(mailbox, now)
        closeIfEmpty(mailbox)
      }
    }
    return now
  }

  const find = (topic: string, now: number) => {
    const mailbox = mailboxes.get(topic)
    if (mailbox) endSubscriptions(mailbox, now)
    return mailbox
  }

  const makePlace = (mailbox: Mailbox, bytes: number, now: number) => {
    const fits = (count: number, sum: number) => count < limits.messagesPerTopic && sum + bytes <= limits.bytesPerTopic
    if (fits(mailbox.waiting.size, mailbox.bytes)) return true
    for (const letter of mailbox.waiting.values()) if (letter.expiresAt <= now) expire(mailbox, letter)
    const leaving: Letter[] = []
    let count = mailbox.waiting.size
    let sum = mailbox.bytes
    for (const letter of mailbox.waiting.values()) {
      if (fits(count, sum)) break
      if (!letter.acknowledgedBy) continue
      leaving.push(letter)
      count -= 1
      sum -= letter.bytes
    }
    if (!fits(count, sum)) return false
    for (const letter of leaving) settle(mailbox, letter)
    return true
  }

  const addLetter = (mailbox: Mailbox, letter: Letter) => {
    if (!mailbox.seen.has(letter.messageId)) remembered += 1
    mailbox.seen.set(letter.messageId, letter.expiresAt)
    messageEnds.add(letter.expiresAt, mailbox, letter.messageId)
    if (letter.settled) return
    mailbox.waiting.set(letter.messageId, letter)
    mailbox.bytes += letter.bytes
    waiting += 1
  }

  const addSubscription = (mailbox: Mailbox, clientId: string, endsAt: number) => {
    if (!mailbox.subscribers.has(clientId)) {
      const topics = clients.get(clientId)
      if (topics) topics.add(mailbox.topic)
      else clients.set(clientId, new Set([mailbox.topic]))
    }
    mailbox.subscribers.set(clientId, endsAt)
    mailbox.nextEnd = Math.min(mailbox.nextEnd, endsAt)
  }

  return {
    publish: (message) => {
      const now = sweep()
      const { topic, messageId, publisher, expiresAt } = message
      if (expiresAt <= now) return { outcome: 'stored' }
      const mailbox = open(topic)
      endSubscriptions(mailbox, now)
      const until = mailbox.seen.get(messageId)
      if (until !== undefined) {
        if (until > now) return { outcome: 'duplicate' }
        forget(mailbox, messageId)
      }
      const bytes = sizeOf(message)
      if (remembered >= (limits.messages ?? Number.POSITIVE_INFINITY) || !makePlace(mailbox, bytes, now)) {
        closeIfEmpty(mailbox)
        return { outcome: 'full' }
      }
      // Grows across restarts without being stored, as long as the clock does.
      lastSequence = Math.max(lastSequence + 1, now * 1000)
      const letter: Letter = {
        topic,
        messageId,
        publisher,
        sequence: lastSequence,
        expiresAt,
        bytes,
        message: { ...message, sequence: lastSequence },
        acknowledgedBy: undefined,
        isReadable: journal === undefined,
        settled: false,
      }
      addLetter(mailbox, letter)
      journal?.letter(letter)
      return { outcome: 'stored', letter }
    },

    subscribe: ({ clientId, topics }) => {
      const now = sweep()
      const countNew = () => {
        const own = clients.get(clientId)
        return { own: own?.size ?? 0, added: new Set(own ? topics.filter((topic) => !own.has(topic)) : topics).size }
      }
      const isTooMany = ({ own, added }: { own: number; added: number }) =>
        added > 0 && own + added > limits.topicsPerClient
      if (isTooMany(countNew())) {
        // Some may have ended in this second.
        for (const topic of [...(clients.get(clientId) ?? [])]) find(topic, now)
        if (isTooMany(countNew())) return false
      }
      const endsAt = now + subscriptionLifetime
      for (const topic of topics) {
        const mailbox = open(topic)
        endSubscriptions(mailbox, now)
        const before = mailbox.subscribers.get(clientId)
        addSubscription(mailbox, clientId, endsAt)
        journal?.subscription({ topic, clientId, endsAt, before })
      }
      return true
    },

    unsubscribe: ({ clientId, topics }) => {
      const now = sweep()
      for (const topic of topics) {
        const mailbox = find(topic, now)
        const before = mailbox?.subscribers.get(clientId)
        if (!mailbox || !endSubscription(mailbox, clientId)) continue
        journal?.subscription({ topic, clientId, endsAt: undefined, before })
        release(mailbox)
        closeIfEmpty(mailbox)
      }
    },

    read: ({ clientId, topics, limit = Number.POSITIVE_INFINITY }) => {
      const now = sweep()
      const letters: Letter[] = []
      for (const topic of topics) {
        const mailbox = find(topic, now)
        if (!mailbox) continue
        for (const letter of mailbox.waiting.values()) {
          if (letters.length >= limit) return letters
          if (letter.publisher === clientId || letter.expiresAt <= now || !letter.isReadable) continue
          if (!letter.acknowledgedBy?.has(clientId)) letters.push(letter)
        }
      }
      return letters
    },

    acknowledge: ({ clientId, receipts }) => {
      const now = sweep()
      for (const { topic, messageId } of receipts) {
        const mailbox = find(topic, now)
        const letter = mailbox?.waiting.get(messageId)
        if (!mailbox || !letter || letter.expiresAt <= now || letter.publisher === clientId) continue
        if (!isAwaited(mailbox, letter, clientId)) {
          settle(mailbox, letter)
          continue
        }
        if (letter.acknowledgedBy?.has(clientId)) continue
        letter.acknowledgedBy ??= new Set()
        letter.acknowledgedBy.add(clientId)
        journal?.letter(letter)
      }
    },

    size: () => {
      sweep()
      return waiting
    },

    count: () => {
      sweep()
      let seen = 0
      for (const mailbox of mailboxes.values()) seen += mailbox.seen.size
      return { topics: mailboxes.size, clients: clients.size, seen, letters: waiting }
    },

    restore: {
      subscription: ({ topic, clientId, endsAt }) => addSubscription(open(topic), clientId, endsAt),
      sequence: (sequence) => {
        lastSequence = Math.max(lastSequence, sequence)
      },
      letter: (letter) => addLetter(open(letter.topic), letter),
      // A subscription that ended during the downtime may have been the last one waiting for a message.
      complete: () => {
        for (const mailbox of mailboxes.values()) release(mailbox)
      },
    },

    clear: () => {
      mailboxes.clear()
      clients.clear()
      messageEnds.clear()
      waiting = 0
      remembered = 0
    },
  }
}
