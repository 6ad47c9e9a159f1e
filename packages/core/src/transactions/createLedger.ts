import type { Environment } from '../environment/Environment.ts'
import type { Store } from '../store/Store.ts'
import type { TrackedTransaction, TransactionsState } from './TransactionsFeature.ts'
import type { TransactionRecord } from './transactionRecord.ts'
import type { TransactionEvent } from './transactionReducer.ts'

/** The list of transactions that all tabs of the origin share. */
export type Ledger<Kept = TransactionRecord, Learned = TransactionEvent> = {
  all: () => readonly Kept[]
  get: (id: string) => Kept | undefined
  /** Adds one, or puts it in the place of what is there. */
  put: (record: Kept) => void
  /** Changes one by what was learned of it; nothing where it is gone. */
  apply: (id: string, event: Learned) => void
  remove: (id: string) => void
  clear: () => void
  /** Looks again at what is stored, and at whose transactions are shown. */
  sync: () => void
  /** Shows nothing from here on; what comes late is still written down. */
  destroy: () => void
}

/** How a kind of transaction is kept, and what can be learned of one. */
export type LedgerFormat<Kept, Learned> = {
  /** An unreadable text counts as none. */
  read: (text: string | null) => readonly Kept[]
  write: (records: readonly Kept[]) => string
  /** Drops what ended long ago, and what is too much. */
  prune: (records: readonly Kept[], options: { now: number }) => readonly Kept[]
  reduce: (record: Kept, event: Learned) => Kept
  toTracked: (record: Kept) => TrackedTransaction
}

/**
 * Makes the list. The storage is the truth, read before each change: other tabs write too. Where it refuses, the page's own memory
 * serves until it is left.
 *
 * @param options.isShown whether a transaction is of an account that is connected
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

  /** Those that this page had since the storage refused: what others write meanwhile is added to them, what was taken off stays off. */
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
      // Without storage a reload forgets the watch; the transaction itself is in the history.
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
