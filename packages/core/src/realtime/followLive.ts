import type { Topic } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { TimerId } from '../environment/Environment.ts'
import type { RealtimeFeature } from './RealtimeFeature.ts'

/** Milliseconds between two reads without the event stream. */
export const pollInterval = 30_000
/** Milliseconds to wait for more events of the same block, which one read covers. */
const burstDelay = 50

/**
 * Keeps data fresh. It reads again after an event or an interruption of the stream, every 30 s while the stream is down, and when the page
 * becomes visible.
 *
 * @returns a function that stops
 */
export function followLive({
  context,
  realtime,
  topic,
  read,
}: {
  context: CoreContext
  realtime: RealtimeFeature
  topic: Topic
  read: () => void
}): () => void {
  const { environment } = context
  let burst: TimerId | undefined
  let poll: TimerId | undefined
  let lastRead = environment.now()
  const readNow = () => {
    burst = undefined
    lastRead = environment.now()
    read()
  }
  const readSoon = () => {
    burst ??= environment.setTimeout(readNow, burstDelay)
  }
  const tick = () => {
    if (realtime.getState().status !== 'live' && environment.isVisible()) readNow()
    poll = environment.setTimeout(tick, pollInterval)
  }
  const onVisible = () => {
    if (environment.isVisible() && environment.now() - lastRead >= pollInterval) readSoon()
  }
  const unfollow = realtime.follow({ topic, onEvent: readSoon, onResync: readSoon })
  const page = environment.page()
  // The event bubbles from the document to the window.
  page?.addEventListener('visibilitychange', onVisible)
  poll = environment.setTimeout(tick, pollInterval)
  return () => {
    unfollow()
    page?.removeEventListener('visibilitychange', onVisible)
    environment.clearTimeout(burst)
    environment.clearTimeout(poll)
  }
}
