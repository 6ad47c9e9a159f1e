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
  /** The most relevant transfer: the incoming one of a trade, otherwise the first. */
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

/** Summarizes a transaction from the view of the account. */
export function summarize({ metadata, transfers }: HistoryItem): TransactionSummary {
  const { operationType } = metadata
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
