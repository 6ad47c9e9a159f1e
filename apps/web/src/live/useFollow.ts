import type { Topic } from '@latchkey/protocol'
import type { RealtimeEvent } from '@latchkey/protocol/api'
import { useLatchkey } from '@latchkey/react'
import { useEffect, useEffectEvent } from 'react'

/** Follows topics of the event stream while the component is mounted. `onResync` runs after updates may have been missed. */
export function useFollow({
  topics,
  onEvent,
  onResync,
}: {
  topics: readonly Topic[]
  onEvent: (event: RealtimeEvent) => void
  onResync: () => void
}) {
  const { realtime } = useLatchkey()
  const handleEvent = useEffectEvent(onEvent)
  const handleResync = useEffectEvent(onResync)
  const list = topics.join(',')
  useEffect(() => {
    const stops = list
      .split(',')
      .filter(Boolean)
      .map((topic) =>
        realtime.follow({
          topic: topic as Topic,
          onEvent: (event) => handleEvent(event),
          onResync: () => handleResync(),
        }),
      )
    return () => {
      for (const stop of stops) stop()
    }
  }, [realtime, list])
}
