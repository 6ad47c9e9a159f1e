import { createHash } from 'node:crypto'
import type { Clock } from '../../../platform/clock/Clock.ts'
import type { StoredMessage } from '../../RelayStore.ts'

/** A message to publish. */
export type TestMessage = Omit<StoredMessage, 'sequence'>

/** Creates messages to publish. Defaults: from `app`, for five minutes. */
export function createMessages(clock: Clock) {
  return ({
    ttl = 300,
    ...given
  }: Partial<TestMessage> & Pick<TestMessage, 'topic' | 'message'> & { ttl?: number }): TestMessage => ({
    messageId: createHash('sha256').update(given.message).digest('hex'),
    tag: 1108,
    publishedAt: clock.now(),
    expiresAt: clock.now() + ttl * 1000,
    publisher: 'app',
    ...given,
  })
}
