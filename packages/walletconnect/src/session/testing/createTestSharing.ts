import type { SharedClient, TabSharing } from '../../sharing/TabSharing.ts'

type Call = Parameters<SharedClient['call']>[0]
type Waiting = { call: Call; resolve: (result: unknown) => void; reject: (error: unknown) => void }
type Tab = {
  own: Parameters<TabSharing['join']>[0]['own']
  listeners: Set<(event: { type: string; data: unknown }) => void>
  waiting: Map<string, Waiting>
}

/** Tabs in one process. The first that joined owns the client until it ends, then the next. They exchange only JSON. */
export function createTestSharing() {
  const tabs: Tab[] = []
  let owner: { tab: Tab; client: Promise<SharedClient>; end: () => void } | undefined

  const start = () => {
    const [tab] = tabs
    if (!tab) return
    const ended = new AbortController()
    const client = tab.own(ended.signal)
    owner = { tab, client, end: () => ended.abort() }
    const present = owner
    void client.then(({ subscribe }) =>
      subscribe((event) => {
        if (owner !== present) return
        for (const { listeners } of tabs) for (const listener of [...listeners]) listener(copy(event))
      }),
    )
    for (const { waiting } of tabs) for (const entry of waiting.values()) void dispatch(entry)
  }

  const dispatch = async ({ call, resolve, reject }: Waiting) => {
    const present = owner
    if (!present) return
    try {
      const { id, method, params, signal } = call
      const { call: ask } = await present.client
      const result = await ask({ id, method, params: copy(params), ...(signal ? { signal } : {}) })
      if (owner === present) resolve(copy(result))
    } catch (error) {
      if (owner === present) reject(error)
    }
  }

  const sharing: TabSharing = {
    join: ({ own }) => {
      const tab: Tab = { own, listeners: new Set(), waiting: new Map() }
      tabs.push(tab)
      if (!owner) start()
      return {
        call: (call) =>
          new Promise<unknown>((resolve, reject) => {
            const entry = { call, resolve, reject }
            tab.waiting.set(call.id, entry)
            void dispatch(entry)
          }).finally(() => tab.waiting.delete(call.id)),
        subscribe: (listener) => {
          tab.listeners.add(listener)
          return () => tab.listeners.delete(listener)
        },
        leave: () => {
          tabs.splice(tabs.indexOf(tab), 1)
          if (owner?.tab === tab) endOwner()
        },
      }
    },
  }

  /** Ends the owner's tab, so that another one owns the client. */
  const endOwner = () => {
    const { tab, end } = owner ?? {}
    owner = undefined
    end?.()
    if (tab && tabs.includes(tab)) tabs.splice(tabs.indexOf(tab), 1)
    start()
  }

  return { sharing, endOwner }
}

function copy<T>(value: T): T {
  return value === undefined ? value : JSON.parse(JSON.stringify(value))
}
