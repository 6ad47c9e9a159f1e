import type { Environment } from '../environment/Environment.ts'
import type { Store } from '../store/Store.ts'
import type { TrackedTransaction, TransactionsState } from './TransactionsFeature.ts'
import type { TransactionRecord } from './transactionRecord.ts'
import type { TransactionEvent } from './transactionReducer.ts'

/** The list of transactions, shared by all tabs of the origin. */
export type Ledger<Kept = TransactionRecord, Learned = TransactionEvent> = {
  all: () => readonly Kept[]
  get: (id: string) => Kept | undefined
  /** Adds or replaces a transaction. */
  put: (record: Kept) => void
  /** Applies an event to a transaction. Does nothing if it is not on the list. */
  apply: (id: string, event: Learned) => void
  remove: (id: string) => void
  clear: () => void
  /** Reads the storage and the connected accounts again. */
  sync: () => void
  /** Stops publishing. Late results are still recorded. */
  destroy: () => void
}

/** Storage format of a kind of transaction, with its reducer. */
export type LedgerFormat<Kept, Learned> = {
  /** An unreadable text gives an empty list. */
  read: (text: string | null) => readonly Kept[]
  write: (records: readonly Kept[]) => string
  /** Removes transactions that ended long ago, and those over the limit. */
  prune: (records: readonly Kept[], options: { now: number }) => readonly Kept[]
  reduce: (record: Kept, event: Learned) => Kept
  toTracked: (record: Kept) => TrackedTransaction
}

/**
 * Creates the list. It reads the storage before each change, because other tabs write it. If the storage fails, the list is in the memory
 * of the page.
 *
 * @param options.isShown whether the transaction belongs to a connected account
 * @param options.onChange called after every change
 */
export function createLedger<Kept extends { id: string; askedAt: number }, Learned>({
  environment: { storage, page, now },
  format,
  recordKey,
  store,
  isShown,
  onChange,
}: {
  environment: Environment
  format: LedgerFormat<Kept, Learned>
  recordKey: string
  store: Store<TransactionsState>
  isShown: (record: Kept) => boolean
  onChange: () => void
}): Ledger<Kept, Learned> {
  let memory: readonly Kept[] = []
  let keepsAlone = false
  let seen: string | null | undefined
  let shownText = '[]'
  let isDestroyed = false

  /** IDs that this page has seen since the storage failed. New transactions of other tabs are added; removed ones stay removed. */
  let known = new Set<string>()

  const read = (): readonly Kept[] => {
    try {
      const text = storage.getItem(recordKey)
      if (text !== seen) {
        const stored = format.read(text)
        memory = keepsAlone ? [...memory, ...stored.filter(({ id }) => !known.has(id))] : stored
        note(stored)
      }
      seen = text
    } catch {
      keepsAlone = true
    }
    return memory
  }
  const note = (records: readonly Kept[]) => {
    if (keepsAlone) for (const { id } of records) known.add(id)
  }
  const publish = () => {
    if (isDestroyed) return
    const shown = memory
      .filter(isShown)
      .reverse()
      .sort((a, b) => b.askedAt - a.askedAt)
    const transactions = shown.map(format.toTracked)
    const text = JSON.stringify(transactions, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
    if (text !== shownText) {
      shownText = text
      store.setState({ transactions })
    }
    onChange()
  }
  const write = (records: readonly Kept[]) => {
    if (records === memory) return
    const before = memory
    memory = format.prune(records, { now: now() })
    const text = memory.length === 0 ? null : format.write(memory)
    try {
      if (text === null) storage.removeItem(recordKey)
      else storage.setItem(recordKey, text)
      seen = text
      keepsAlone = false
      known = new Set()
    } catch {
      // Without storage, a reload ends the watch. The transaction itself is in the activity.
      keepsAlone = true
      note([...before, ...memory])
    }
    publish()
  }
  const sync = () => {
    read()
    publish()
  }
  const onStorage = (event: Event) => {
    const { key } = event as StorageEvent
    if (key === recordKey || key === null) sync()
  }
  page()?.addEventListener('storage', onStorage)

  return {
    all: read,
    get: (id) => read().find((record) => record.id === id),
    put: (record) => {
      const records = read()
      const isKnown = records.some(({ id }) => id === record.id)
      write(isKnown ? records.map((one) => (one.id === record.id ? record : one)) : [...records, record])
    },
    apply: (id, event) => {
      const records = read()
      const record = records.find((one) => one.id === id)
      const next = record && format.reduce(record, event)
      if (next && next !== record) write(records.map((one) => (one === record ? next : one)))
    },
    remove: (id) => {
      const records = read()
      if (records.some((record) => record.id === id)) write(records.filter((record) => record.id !== id))
    },
    clear: () => {
      read()
      write([])
    },
    sync,
    destroy: () => {
      isDestroyed = true
      page()?.removeEventListener('storage', onStorage)
    },
  }
}
