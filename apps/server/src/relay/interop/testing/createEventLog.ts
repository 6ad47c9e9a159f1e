/** Events of a client, in order. Each can be taken once. */
export type EventLog<Event extends { type: string }> = {
  push: (event: Event) => void
  /** Takes the first matching event, now or later. @throws Error if none arrives within `timeout` milliseconds */
  take: (fits: (event: Event) => boolean, timeout?: number) => Promise<Event>
}

/** Creates an empty log. The error for a missing event names the `owner`. */
export function createEventLog<Event extends { type: string }>({ owner }: { owner: string }): EventLog<Event> {
  let events: readonly Event[] = []
  const waiters = new Set<() => void>()
  return {
    push: (event) => {
      events = [...events, event]
      for (const waiter of [...waiters]) waiter()
    },
    take: (fits, timeout = 20_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(look)
          const heard = events.map(({ type }) => type).join(', ') || 'nothing'
          reject(new Error(`${owner} did not receive the expected event (${fits.toString()}); it received ${heard}`))
        }, timeout)
        const look = () => {
          const found = events.find(fits)
          if (!found) return
          clearTimeout(timer)
          waiters.delete(look)
          events = events.filter((event) => event !== found)
          resolve(found)
        }
        waiters.add(look)
        look()
      }),
  }
}
