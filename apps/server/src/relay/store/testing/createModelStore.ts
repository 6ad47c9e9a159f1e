import type { Clock } from '../../../platform/clock/Clock.ts'
import type { MailboxLimits } from '../../RelayStore.ts'
import { subscriptionLifetime } from '../subscriptionLifetime.ts'
import type { TestMessage } from './createMessages.ts'

type ModelMessage = TestMessage & { acknowledgedBy: string[]; isGone: boolean }

/** The rules of `RelayStore` in their simplest form: lists that are scanned completely each time. */
export function createModelStore({ limits, clock }: { limits: MailboxLimits; clock: Clock }) {
  const messages: ModelMessage[] = []
  let subscriptions: { topic: string; clientId: string; endsAt: number }[] = []

  const release = () => {
    for (const message of messages) {
      const awaited = subscriptions.filter(
        ({ topic, clientId }) =>
          topic === message.topic && clientId !== message.publisher && !message.acknowledgedBy.includes(clientId),
      )
      if (message.acknowledgedBy.length > 0 && awaited.length === 0) message.isGone = true
    }
  }

  /** Applies the expirations. */
  const pass = () => {
    subscriptions = subscriptions.filter(({ endsAt }) => endsAt > clock.now())
    release()
  }

  const living = (topic: string) => messages.filter((one) => one.topic === topic && one.expiresAt > clock.now())
  const waiting = (topic: string) => living(topic).filter(({ isGone }) => !isGone)

  return {
    publish: (message: TestMessage): 'stored' | 'duplicate' | 'full' => {
      pass()
      const { topic, messageId } = message
      if (living(topic).some((one) => one.messageId === messageId)) return 'duplicate'
      const size = (list: readonly TestMessage[]) => list.reduce((sum, one) => sum + Buffer.byteLength(one.message), 0)
      const fits = (list: readonly TestMessage[]) =>
        list.length + 1 <= limits.messagesPerTopic && size([...list, message]) <= limits.bytesPerTopic
      let staying = waiting(topic)
      const leaving: ModelMessage[] = []
      for (const one of staying.filter(({ acknowledgedBy }) => acknowledgedBy.length > 0)) {
        if (fits(staying)) break
        leaving.push(one)
        staying = staying.filter((other) => other !== one)
      }
      if (!fits(staying)) return 'full'
      for (const one of leaving) one.isGone = true
      messages.push({ ...message, acknowledgedBy: [], isGone: false })
      return 'stored'
    },
    subscribe: ({ clientId, topics }: { clientId: string; topics: readonly string[] }): boolean => {
      pass()
      const isOwn = (topic: string) => subscriptions.some((one) => one.clientId === clientId && one.topic === topic)
      const added = new Set(topics.filter((topic) => !isOwn(topic))).size
      const own = subscriptions.filter((one) => one.clientId === clientId).length
      if (added > 0 && own + added > limits.topicsPerClient) return false
      subscriptions = subscriptions.filter((one) => one.clientId !== clientId || !topics.includes(one.topic))
      const endsAt = clock.now() + subscriptionLifetime
      for (const topic of new Set(topics)) subscriptions.push({ topic, clientId, endsAt })
      return true
    },
    unsubscribe: ({ clientId, topics }: { clientId: string; topics: readonly string[] }): void => {
      pass()
      subscriptions = subscriptions.filter((one) => one.clientId !== clientId || !topics.includes(one.topic))
      release()
    },
    read: ({
      clientId,
      topics,
      limit,
    }: {
      clientId: string
      topics: readonly string[]
      limit?: number
    }): TestMessage[] => {
      pass()
      return topics
        .flatMap(waiting)
        .filter((one) => one.publisher !== clientId && !one.acknowledgedBy.includes(clientId))
        .slice(0, limit)
    },
    acknowledge: ({
      clientId,
      receipts,
    }: {
      clientId: string
      receipts: readonly { topic: string; messageId: string }[]
    }): void => {
      pass()
      for (const { topic, messageId } of receipts) {
        const message = waiting(topic).find((one) => one.messageId === messageId)
        if (!message || message.publisher === clientId || message.acknowledgedBy.includes(clientId)) continue
        message.acknowledgedBy.push(clientId)
        release()
      }
    },
  }
}
