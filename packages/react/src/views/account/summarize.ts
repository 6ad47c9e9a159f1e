import { isAccountId, parseAccountId } from '@latchkey/protocol'
import type { HistoryItem, Transfer } from '@latchkey/protocol/api'
import type { MessageKey } from '../../messages/Messages.ts'
import type { IconName } from '../../ui/Icon.tsx'

/** A transaction in one line. */
export type TransactionSummary = {
  title: MessageKey & `activity.type.${string}`
  icon: IconName
  /** The other side, where there is one. */
  counterpart: { side: 'from' | 'to'; address: string } | undefined
  /** The transfer that says most: what came in of a trade, else the first one. */
  main: Transfer | undefined
  /** What was given for it in a trade. */
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

/** Says what a transaction did, seen from the account. */
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

/** The address of a CAIP-10 account; an address as it is. */
function plain(address: string): string {
  return isAccountId(address) ? parseAccountId(address).address : address
}
