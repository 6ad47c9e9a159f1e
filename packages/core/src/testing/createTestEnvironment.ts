import type { Environment, Page, PageLocks } from '../environment/Environment.ts'

/** An environment whose time, page and storage a test controls. */
export type TestEnvironment = Omit<Environment, 'page'> & {
  page: () => Page
  /** Advances the time and runs the due timers in order. */
  advance: (milliseconds: number) => Promise<void>
  /** The HTTP requests. */
  requests: { url: string; body: string | undefined }[]
  setVisible: (visible: boolean) => void
  /** Returns the number of pending timers. */
  timers: () => number
  /** Resolves after all requests are answered and processed. */
  idle: () => Promise<void>
  eventSources: TestEventSource[]
}

/** Creates tabs of one browser that share a storage and receive its events. */
export function createTestTabs(): {
  open: (options?: TestEnvironmentOptions) => TestEnvironment
  /** Leaves the page. Its remaining code can no longer write. */
  leave: (environment: TestEnvironment) => void
  storage: Map<string, string>
} {
  const storage = new Map<string, string>()
  const tabs = new Set<TestEnvironment>()
  const locks = createTestLocks()
  return {
    storage,
    leave: (environment) => void tabs.delete(environment),
    open: (options = {}) => {
      const write = (key: string, value: string | undefined) => {
        if (!tabs.has(environment) || (storage.get(key) ?? undefined) === value) return
        if (value === undefined) storage.delete(key)
        else storage.set(key, value)
        for (const tab of tabs)
          if (tab !== environment) tab.page().dispatchEvent(Object.assign(new Event('storage'), { key }))
      }
      const environment = createTestEnvironment({
        locks,
        ...options,
        storage: {
          getItem: (key) => storage.get(key) ?? null,
          setItem: (key, value) => write(key, value),
          removeItem: (key) => write(key, undefined),
        },
      })
      tabs.add(environment)
      return environment
    },
  }
}

/** Options of {@link createTestEnvironment}. */
export type TestEnvironmentOptions = {
  /** Whether the page is on a phone. */
  mobile?: boolean
  storage?: Environment['storage']
  /** Null: the page has no locks. */
  locks?: PageLocks | null
  fetch?: (url: string, init: RequestInit | undefined) => Promise<Response> | Response
  /** Waits for everything that follows from a timer. Default {@link settle}. */
  settle?: () => Promise<void>
}

/** An event stream that a test controls. */
class TestEventSource extends EventTarget {
  readonly url: string
  closed = false
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null

  constructor(url: string) {
    super()
    this.url = url
  }

  get topics(): string {
    return new URL(this.url).searchParams.get('topics') ?? ''
  }

  open(): void {
    this.onopen?.()
  }

  fail(): void {
    this.onerror?.()
  }

  say(data: unknown, { id = '', name = 'message' }: { id?: string; name?: string } = {}): void {
    this.dispatchEvent(Object.assign(new Event(name), { data: JSON.stringify(data), lastEventId: id }))
  }

  close(): void {
    this.closed = true
  }
}

/** Creates locks like those of browsers, for the tabs of a test. */
function createTestLocks(): PageLocks {
  const held = new Set<string>()
  return {
    request: async (name, _, hold) => {
      await Promise.resolve()
      if (held.has(name)) return hold(null)
      held.add(name)
      try {
        return await hold({ name })
      } finally {
        held.delete(name)
      }
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  }
}

/** Creates an environment whose time, page and storage the test controls. */
export function createTestEnvironment({
  storage,
  fetch,
  mobile = false,
  locks = createTestLocks(),
  settle: comeToRest = settle,
}: TestEnvironmentOptions = {}): TestEnvironment {
  const page: Page = new EventTarget()
  const memory = new Map<string, string>()
  const timers = new Map<number, { at: number; callback: () => void }>()
  const requests: TestEnvironment['requests'] = []
  const eventSources: TestEventSource[] = []
  let now = Date.UTC(2026, 10, 20)
  let ids = 0
  let underWay = 0
  let visible = true

  return {
    page: () => page,
    isVisible: () => visible,
    isMobile: () => mobile,
    setVisible: (next) => {
      visible = next
      page.dispatchEvent(new Event('visibilitychange'))
    },
    storage: storage ?? {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    },
    locks: () => locks ?? undefined,
    now: () => now,
    setTimeout: (callback, milliseconds) => {
      timers.set(++ids, { at: now + milliseconds, callback })
      return ids
    },
    clearTimeout: (timer) => void timers.delete(timer as number),
    timers: () => timers.size,
    idle: async () => {
      do {
        await until(() => underWay === 0)
        await settle()
      } while (underWay > 0)
    },
    advance: async (milliseconds) => {
      const end = now + milliseconds
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= end).sort(([a, x], [b, y]) => x.at - y.at || a - b)[0]
        if (!due) break
        timers.delete(due[0])
        now = due[1].at
        due[1].callback()
        await comeToRest()
      }
      now = end
      await comeToRest()
    },
    requests,
    fetch: async (input, init) => {
      requests.push({ url: String(input), body: typeof init?.body === 'string' ? init.body : undefined })
      if (!fetch) throw new TypeError('fetch failed')
      underWay++
      try {
        const answer = await fetch(String(input), init)
        init?.signal?.throwIfAborted()
        return answer
      } finally {
        underWay--
      }
    },
    eventSources,
    createEventSource: (url) => {
      const source = new TestEventSource(url)
      eventSources.push(source)
      return source as unknown as EventSource
    },
    random: () => 1,
  }
}

/** Waits until all pending promises are settled. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/**
 * Waits for a condition, up to the test's own time limit. Longer waits check less often, because the chain or server needs the core.
 */
export async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo(); turn++)
    await new Promise<void>((resolve) => void (turn < 20 ? setImmediate(resolve) : setTimeout(resolve, 1)))
}
