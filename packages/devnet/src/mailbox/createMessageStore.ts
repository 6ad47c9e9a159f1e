import type { MailboxMessage } from './Mailbox.ts'

/** Most stored emails. */
const capacity = 500

/** The mails of a mailbox, in memory. */
export type MessageStore = {
  add: (message: Omit<MailboxMessage, 'id'>) => MailboxMessage
  list: (options?: { to?: string | undefined }) => readonly MailboxMessage[]
  find: (id: number) => MailboxMessage | undefined
  clear: () => void
  subscribe: (listener: (message: MailboxMessage) => void) => () => void
  /** Returns a receiver's first email that is newer than `after`, or waits for it. Undefined if the signal ends the wait. */
  next: (options: { to: string; after: number; signal: AbortSignal }) => Promise<MailboxMessage | undefined>
}

/** Creates an empty store. A full store drops the oldest emails. */
export function createMessageStore(): MessageStore {
  let messages: MailboxMessage[] = []
  let count = 0
  const listeners = new Set<(message: MailboxMessage) => void>()
  const isTo = (message: MailboxMessage, to: string) => message.to.includes(to.toLowerCase())

  const subscribe = (listener: (message: MailboxMessage) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    add: (fields) => {
      const message = { id: ++count, ...fields }
      messages = [message, ...messages].slice(0, capacity)
      for (const listener of [...listeners]) listener(message)
      return message
    },
    list: ({ to } = {}) => (to === undefined ? messages : messages.filter((message) => isTo(message, to))),
    find: (id) => messages.find((message) => message.id === id),
    clear: () => {
      messages = []
    },
    subscribe,
    next: ({ to, after, signal }) => {
      const known = messages.filter((message) => message.id > after && isTo(message, to)).at(-1)
      if (known) return Promise.resolve(known)
      return new Promise((resolve) => {
        const finish = (message: MailboxMessage | undefined) => {
          stop()
          signal.removeEventListener('abort', onAbort)
          resolve(message)
        }
        const onAbort = () => finish(undefined)
        const stop = subscribe((message) => {
          if (message.id > after && isTo(message, to)) finish(message)
        })
        signal.addEventListener('abort', onAbort)
        if (signal.aborted) onAbort()
      })
    },
  }
}
