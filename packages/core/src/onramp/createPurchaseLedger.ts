import type { Environment } from '../environment/Environment.ts'
import { type PurchaseRecord, prunePurchases, readPurchases, writePurchases } from './purchaseRecord.ts'

/** The orders that all tabs of the origin share. */
export type PurchaseLedger = {
  all: () => readonly PurchaseRecord[]
  get: (id: string) => PurchaseRecord | undefined
  /** Reads, changes and writes the stored orders in one step, because other tabs write them too. */
  change: (step: (purchases: readonly PurchaseRecord[]) => readonly PurchaseRecord[]) => void
  destroy: () => void
}

/**
 * Creates the list of orders. It reads the storage before each change. If the storage fails, the list is in the memory of the page.
 *
 * @param options.onChange called after every change, even of other tabs
 */
export function createPurchaseLedger({
  environment: { storage, page, now },
  recordKey,
  onChange,
}: {
  environment: Environment
  recordKey: string
  onChange: () => void
}): PurchaseLedger {
  let memory: readonly PurchaseRecord[] = []
  let seen: string | null | undefined
  let isRefused = false

  const read = () => {
    try {
      const text = isRefused ? seen : storage.getItem(recordKey)
      if (text !== undefined && text !== seen) {
        memory = prunePurchases(readPurchases(text), { now: now() })
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
    get: (id) => read().find((purchase) => purchase.id === id),
    change: (step) => {
      const before = read()
      const after = step(before)
      if (after === before) return
      memory = prunePurchases(after, { now: now() })
      const text = memory.length === 0 ? null : writePurchases(memory)
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
