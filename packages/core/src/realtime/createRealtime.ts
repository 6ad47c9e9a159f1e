import type { CoreContext } from '../CoreContext.ts'
import { createStore } from '../store/Store.ts'
import type { EventStream, Follower } from './createEventStream.ts'
import type { RealtimeFeature, RealtimeState } from './RealtimeFeature.ts'

/** Creates the event stream. Its code loads with the first topic. */
export function createRealtime({ context }: { context: CoreContext }): RealtimeFeature & { destroy: () => void } {
  const store = createStore<RealtimeState>({ status: 'idle' })
  const followers = new Set<Follower>()
  let stream: EventStream | undefined
  let loading = false

  const update = async () => {
    if (!stream && !loading && followers.size > 0) {
      loading = true
      store.setState({ status: 'connecting' })
      try {
        const { createEventStream } = await context.load(() => import('./createEventStream.ts'))
        stream = createEventStream({ context, followers, setStatus: (status) => store.setState({ status }) })
      } catch {
        // Without the stream, features read their data on a timer.
        store.setState({ status: followers.size > 0 ? 'down' : 'idle' })
      } finally {
        loading = false
      }
    }
    stream?.update()
  }
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    follow: (follower) => {
      const own = { ...follower, since: context.environment.now() }
      followers.add(own)
      void update()
      return () => {
        followers.delete(own)
        stream?.update()
      }
    },
    destroy: () => {
      followers.clear()
      stream?.close()
    },
  }
}
