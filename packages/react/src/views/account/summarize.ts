import { isAccountId, parseAccountId } from '@latchkey/protocol'
import type { HistoryItem, Transfer } from '@latchkey/protocol/api'
import type { MessageKey } from '../../messages/Messages.ts'
import type { IconName } from '../../ui/Icon.tsx'

/** A transaction as one line of the activity. */
export type TransactionSummary = {
  title: MessageKey & `activity.type.${string}`
  icon: IconName
  /** The other account, if there is one. */
  counterpart: { side: 'from' | 'to'; address: string } | undefined
  /** The most relevant transfer: the incoming one of a trade, otherwise the first; undefined if nothing moved. */
  main: Transfer | undefined
  /** The outgoing transfer of a trade. */
  given: Transfer | undefined
}

const icons: { readonly [Type in HistoryItem['metadata']['operationType']]: IconName } = {
  approve: 'shield',
  burn: 'spark',
  buy: 'coins',
  deploy: 'layers',
  deposit: 'send',
  execute: 'layers',
  mint: 'spark',
  receive: 'receive',
  send: 'send',
  trade: 'self',
  withdraw: 'receive',
}

/** Operations in which zero has a meaning: a payment of nothing, or a withdrawn permission. */
const counted: ReadonlySet<string> = new Set(['send', 'receive', 'approve'])

/** Returns the transfers to show. The server adds the value of a call that moved no tokens, which may be nothing. */
export function movementsOf({ metadata, transfers }: HistoryItem): readonly Transfer[] {
  return counted.has(metadata.operationType)
    ? transfers
    : transfers.filter(({ quantity }) => /[1-9]/.test(quantity.numeric))
}

/** Summarizes a transaction from the view of the account. */
export function summarize(item: HistoryItem): TransactionSummary {
  const { metadata } = item
  const { operationType } = metadata
  const transfers = movementsOf(item)
  const main = transfers.find(({ direction }) => operationType === 'trade' && direction === 'in') ?? transfers[0]
  const isSelf = operationType === 'send' && main?.direction === 'self'
  return {
    title: isSelf ? 'activity.type.self' : `activity.type.${operationType}`,
    icon: isSelf ? 'self' : icons[operationType],
    counterpart:
      operationType === 'receive'
        ? { side: 'from', address: plain(metadata.sentFrom) }
        : operationType === 'send' && !isSelf
          ? { side: 'to', address: plain(metadata.sentTo) }
          : undefined,
    main,
    given: operationType === 'trade' ? transfers.find(({ direction }) => direction === 'out') : undefined,
  }
}

/** Returns the address of a CAIP-10 account, and a plain address unchanged. */
function plain(address: string): string {
  return isAccountId(address) ? parseAccountId(address).address : address
}
