import type { Topic } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { TimerId } from '../environment/Environment.ts'
import type { RealtimeFeature } from './RealtimeFeature.ts'

/** How often data is read again while no stream tells of changes. */
export const pollInterval = 30_000
/** Events of one block arrive in a burst; one read serves them all. */
const burstDelay = 50

/**
 * Keeps data fresh: reads again when the stream says so or has been away, every 30 s while it is down, and when the
 * visitor comes back to the page.
 *
 * @returns the function that stops
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
