import type { TrackedTransaction } from '@latchkey/core'
import type { MessageKey } from '../../messages/Messages.ts'

type DoneKey = MessageKey & `activity.type.${string}`
type StatusName = 'asked' | 'uncertain' | 'slow' | 'reorged' | 'canceling' | 'canceled'

/** A followed transaction as one line. */
export type TrackedSummary = {
  title: DoneKey | `transactions.${TrackedTransaction['summary']['type']}`
  /** The outgoing token, or for an approval the approved one; the amount is decimal text. */
  symbol: string
  amountText: string
  iconUrl: string | null
  /** The status in a few words. */
  status: DoneKey | 'activity.pending' | 'activity.failed' | `transactions.${StatusName}`
  /** The outcome is not known yet. */
  isOpen: boolean
  isFailed: boolean
}

/** Summarizes the purpose and the status of a followed transaction. */
export function summarizeTracked({ summary, status, canceling, isTaken }: TrackedTransaction): TrackedSummary {
  const { symbol, amountText, iconUrl } = summary.type === 'swap' ? summary.from : summary
  const isOpen = status.type === 'asked' || status.type === 'uncertain' || status.type === 'pending'
  const done = summary.type === 'swap' ? 'trade' : summary.type
  return {
    // A refused or canceled transaction is not called done.
    title: status.type === 'confirmed' ? `activity.type.${done}` : `transactions.${summary.type}`,
    symbol,
    amountText,
    iconUrl,
    status:
      status.type === 'pending'
        ? canceling
          ? 'transactions.canceling'
          : status.reorged
            ? 'transactions.reorged'
            : status.slow
              ? 'transactions.slow'
              : 'activity.pending'
        : status.type === 'failed'
          ? status.error.moneyMoved === 'unknown'
            ? 'transactions.uncertain'
            : 'activity.failed'
          : status.type === 'confirmed'
            ? `activity.type.${done}`
            : status.type === 'asked' && isTaken
              ? 'activity.pending'
              : `transactions.${status.type}`,
    isOpen,
    isFailed: status.type === 'failed',
  }
}
