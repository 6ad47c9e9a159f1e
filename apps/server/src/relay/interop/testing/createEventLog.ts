/** What a client told, in order, each to be waited for once. */
export type EventLog<Event extends { type: string }> = {
  push: (event: Event) => void
  /** Takes the first event that fits, now or later. @throws Error when none came in `timeout` milliseconds */
  take: (fits: (event: Event) => boolean, timeout?: number) => Promise<Event>
}

/** Makes an empty log. `owner` is named when something is missed. */
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
          reject(new Error(`${owner} did not hear what was waited for (${fits.toString()}); it heard ${heard}`))
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
