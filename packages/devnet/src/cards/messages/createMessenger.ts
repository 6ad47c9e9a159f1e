import type { Book } from '../checkouts/Book.ts'
import type { OutgoingMessage } from './OutgoingMessage.ts'
import { signMessage } from './signMessage.ts'

/** Milliseconds that a message may take. */
const patience = 10_000

/** Sends the messages of the book until the seller has accepted each. */
export type Messenger = {
  /** Sends due messages. */
  pump: () => void
  hold: () => void
  release: () => void
  /** Makes failed messages due. */
  retry: () => void
  delivered: () => Promise<void>
  /** Unix milliseconds of the next due message, possibly in the past. Ignores messages that are being sent or held. */
  nextDue: () => number
  stop: () => Promise<void>
}

/**
 * Sends due messages. Those of one checkout are sent one after another, copies of a message at the same time. A failed one
 * (no 2xx) is repeated after a growing pause.
 *
 * @param options.pauses milliseconds after the first, second, … attempt; the last one applies to all further attempts
 * @param options.onPause called when a message becomes due later
 */
export function createMessenger({
  book,
  key,
  pauses,
  now,
  onPause,
}: {
  book: Book
  key: string
  pauses: readonly number[]
  now: () => number
  onPause: () => void
}): Messenger {
  const busy = new Map<string, Promise<void>>()
  const ended = new AbortController()
  let isHeld = false
  let waiting: (() => void)[] = []

  const post = async ({ url, body }: OutgoingMessage): Promise<boolean> => {
    const signature = signMessage({ key, body, time: Math.floor(now() / 1000) })
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'card-signature': signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(patience)]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
  const send = async (messages: readonly OutgoingMessage[]) => {
    await Promise.all(
      messages.map(async (message) => {
        const isTaken = await post(message)
        if (ended.signal.aborted) return
        message.isDelivered = isTaken
        message.nextAt = now() + (pauses[Math.min(message.tries, pauses.length - 1)] ?? 0)
        message.tries += 1
      }),
    )
    if (!ended.signal.aborted) book.save()
  }
  const open = () => book.messages.filter(({ isDelivered }) => !isDelivered)
  const pump = () => {
    if (isHeld || ended.signal.aborted) return
    for (const first of open()) {
      if (busy.has(first.checkoutId) || first.nextAt > now()) continue
      const copies = open().filter(({ id, nextAt }) => id === first.id && nextAt <= now())
      const sending = send(copies).then(() => {
        busy.delete(first.checkoutId)
        pump()
      })
      busy.set(first.checkoutId, sending)
    }
    if (open().length === 0) {
      for (const resolve of waiting) resolve()
      waiting = []
    }
    onPause()
  }
  return {
    pump,
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      pump()
    },
    retry() {
      for (const message of open()) message.nextAt = now()
      pump()
    },
    delivered: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        pump()
      }),
    nextDue: () =>
      isHeld
        ? Number.POSITIVE_INFINITY
        : Math.min(...open().flatMap(({ checkoutId, nextAt }) => (busy.has(checkoutId) ? [] : [nextAt]))),
    async stop() {
      ended.abort()
      await Promise.all(busy.values())
    },
  }
}
