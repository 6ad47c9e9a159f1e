import type { ClientEnvironment } from '../ClientEnvironment.ts'
import { hashMessage } from '../crypto/hashMessage.ts'
import type { ClientStore } from '../storage/ClientStore.ts'
import type { InboundMessage } from './Transport.ts'

/** Number of messages that are recognized again. Relays keep none longer than seven days. */
const limits = { entries: 5_000, surplus: 500, age: 604_800_000 }

/** Recognizes repeated messages, over any relay and however often they arrive. */
export type Inbox = {
  /** Delivers a message once. Resolves when its effect and its receipt are in storage, whichever relay brought it first. */
  take: (message: Omit<InboundMessage, 'receipt'>) => Promise<void>
  /** The entry that marks a message as known. */
  receiptOf: (messageId: string) => Readonly<Record<string, unknown>>
}

export function createInbox({
  store,
  environment,
  onMessage,
}: {
  store: ClientStore
  environment: Pick<ClientEnvironment, 'now'>
  onMessage: (message: InboundMessage) => Promise<void>
}): Inbox {
  const taking = new Map<string, Promise<void>>()

  let count = store.list('seen/').length

  const receiptOf: Inbox['receiptOf'] = (messageId) => {
    count++
    return { [`seen/${messageId}`]: environment.now() }
  }

  const handOver = async (message: Omit<InboundMessage, 'receipt'>, messageId: string) => {
    const receipt = receiptOf(messageId)
    try {
      await onMessage({ ...message, receipt })
      if (store.get(`seen/${messageId}`) === undefined) await store.change(receipt)
    } catch (error) {
      // It must be able to arrive again. If this write fails as well, memory still has the receipt.
      store.change({ [`seen/${messageId}`]: undefined }).catch(() => {})
      throw error
    }
    forgetOld()
  }

  const forgetOld = () => {
    if (count <= limits.entries + limits.surplus) return
    const seen = store.list('seen/')
    const old = seen.slice(0, Math.max(0, seen.length - limits.entries))
    count = seen.length - old.length
    store.change(Object.fromEntries(old.map(([key]) => [key, undefined]))).catch(() => {})
  }

  const outlived = store
    .list('seen/')
    .filter(([, at]) => typeof at !== 'number' || at < environment.now() - limits.age)
    .map(([key]) => [key, undefined])
  if (outlived.length > 0) store.change(Object.fromEntries(outlived)).catch(() => {})

  return {
    take: (message) => {
      const messageId = hashMessage(message.message)
      const inProgress = taking.get(messageId)
      if (inProgress) return inProgress
      if (store.get(`seen/${messageId}`) !== undefined) return Promise.resolve()
      const taken = handOver(message, messageId).finally(() => taking.delete(messageId))
      taking.set(messageId, taken)
      return taken
    },
    receiptOf,
  }
}
