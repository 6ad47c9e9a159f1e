import { createMemoryStore } from '../device/createMemoryStore.ts'
import type { KeyValueStore } from '../device/KeyValueStore.ts'
import type { TabMessage } from '../frame/FrameEnvironment.ts'
import type { RunLocked } from '../login/createDpop.ts'
import type { TextStorage } from '../rpc/createPromptTimes.ts'

/** Storage, locks and channel that the tabs of one browser share. */
export type TestDevice = {
  store: KeyValueStore
  storage: TextStorage
  locked: RunLocked
  openTabs: (options: { name: string; receive: (message: TabMessage) => void }) => {
    post: (message: TabMessage) => void
    close: () => void
  }
}

/** Creates a text storage in memory. */
export function createTextStorage(): TextStorage {
  const texts = new Map<string, string>()
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => {
      texts.set(key, value)
    },
  }
}

/** Creates a {@link TestDevice}. */
export function createTestDevice(): TestDevice {
  const queues = new Map<string, Promise<unknown>>()
  const tabs = new Set<(message: TabMessage) => void>()
  return {
    store: { ...createMemoryStore(), memoryOnly: false },
    storage: createTextStorage(),
    locked: (name, work) => {
      const result = (queues.get(name) ?? Promise.resolve()).then(work)
      queues.set(
        name,
        result.catch(() => {}),
      )
      return result
    },
    openTabs: ({ receive }) => {
      tabs.add(receive)
      return {
        post: (message) => {
          for (const other of tabs) if (other !== receive) queueMicrotask(() => other(message))
        },
        close: () => tabs.delete(receive),
      }
    },
  }
}
