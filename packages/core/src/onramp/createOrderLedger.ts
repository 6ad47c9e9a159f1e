import type { Environment } from '../environment/Environment.ts'
import { type OrderRecord, pruneOrders, readOrders, writeOrders } from './orderRecord.ts'

/** The orders that all tabs of the origin share. */
export type OrderLedger = {
  all: () => readonly OrderRecord[]
  get: (id: string) => OrderRecord | undefined
  /** Reads, changes and writes the stored orders in one step, because other tabs write them too. */
  change: (step: (orders: readonly OrderRecord[]) => readonly OrderRecord[]) => void
  destroy: () => void
}

/**
 * Creates the list of orders. It reads the storage before each change. If the storage fails, the list is in the memory of the page.
 *
 * @param options.onChange called after every change, even of other tabs
 */
export function createOrderLedger({
  environment: { storage, page, now },
  recordKey,
  onChange,
}: {
  environment: Environment
  recordKey: string
  onChange: () => void
}): OrderLedger {
  let memory: readonly OrderRecord[] = []
  let seen: string | null | undefined
  let isRefused = false

  const read = () => {
    try {
      const text = isRefused ? seen : storage.getItem(recordKey)
      if (text !== undefined && text !== seen) {
        memory = pruneOrders(readOrders(text), { now: now() })
        seen = text
      }
    } catch {
      isRefused = true
    }
    return memory
  }
  const onStorage = (event: Event) => {
    const { key } = event as StorageEvent
    if (key === recordKey || key === null) onChange()
  }
  page()?.addEventListener('storage', onStorage)

  return {
    all: read,
    get: (id) => read().find((record) => record.id === id),
    change: (step) => {
      const before = read()
      const after = step(before)
      if (after === before) return
      memory = pruneOrders(after, { now: now() })
      const text = memory.length === 0 ? null : writeOrders(memory)
      try {
        if (text === null) storage.removeItem(recordKey)
        else storage.setItem(recordKey, text)
        seen = text
        isRefused = false
      } catch {
        // Without storage, a reload forgets the order. It is still paid and delivered.
        isRefused = true
      }
      onChange()
    },
    destroy: () => page()?.removeEventListener('storage', onStorage),
  }
}
