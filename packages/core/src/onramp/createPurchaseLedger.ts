import type { Environment } from '../environment/Environment.ts'
import { type PurchaseRecord, prunePurchases, readPurchases, writePurchases } from './purchaseRecord.ts'

/** The purchases that all tabs of the origin share. */
export type PurchaseLedger = {
  all: () => readonly PurchaseRecord[]
  get: (id: string) => PurchaseRecord | undefined
  /** Changes what is stored now, in one go: other tabs write too. */
  change: (step: (purchases: readonly PurchaseRecord[]) => readonly PurchaseRecord[]) => void
  destroy: () => void
}

/**
 * Makes the list. The storage is the truth, read before each change. Where it refuses, the page's own memory serves until it is left.
 *
 * @param options.onChange called after every change, those of other tabs among them
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
        // Without storage a reload forgets the purchase; it is paid and delivered all the same.
        isRefused = true
      }
      onChange()
    },
    destroy: () => page()?.removeEventListener('storage', onStorage),
  }
}
