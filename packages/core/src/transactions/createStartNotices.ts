import type { ModalInternals } from '../modal/createModal.ts'
import type { TransactionStatus } from './TransactionsFeature.ts'

/** The stages at which a transaction has only started. */
const early: readonly TransactionStatus['type'][] = ['asked', 'uncertain', 'pending']

type Noted = { id: string; status: { type: TransactionStatus['type'] } }

/** The toasts that say that a transaction has started. */
export type StartNotices = {
  /** Says so, unless the transaction has come further already. */
  show: (record: Noted) => void
  /** The transaction changed: once it has come further, its toast goes, or never shows. */
  note: (record: Noted) => void
  /** The transaction left the list, so no result follows: its toast goes, or never shows. */
  noteGone: (id: string) => void
}

/**
 * Makes the toasts "Transaction started". A toast waits for another one to close and for the embedded wallet's card to go. The wallet may
 * even answer after the block. The record's own stage therefore prevents a toast that would appear after the result.
 */
export function createStartNotices({ modal }: { modal: Pick<ModalInternals, 'toast'> }): StartNotices {
  const shown = new Map<string, () => void>()
  const takeBack = (id: string) => {
    shown.get(id)?.()
    shown.delete(id)
  }
  return {
    show: (record) => {
      if (!early.includes(record.status.type)) return
      shown.set(record.id, modal.toast({ kind: 'success', message: 'Transaction started', text: 'transactionStarted' }))
    },
    note: ({ id, status }) => {
      if (!early.includes(status.type)) takeBack(id)
    },
    noteGone: takeBack,
  }
}
