import type { TransactionFailure, TransactionStatus, TransactionSummary } from '@latchkey/core'
import type { Translate } from '../messages/createTranslate.ts'

/** A status as title and text, with the state of its ring. */
export type StatusDescription = {
  title: string
  text: string
  ring: 'waiting' | 'done' | 'failed' | 'idle'
  badge: 'send' | 'check' | 'close' | 'help' | 'clock'
}

/** Describes the status of a transaction. Never calls a slow one failed, or an uncertain one sent. */
export function describeStatus({
  status,
  type,
  isTaken = false,
  t,
  sentence,
}: {
  status: TransactionStatus
  /** Purpose of the transaction. */
  type: TransactionSummary['type']
  /** The wallet has accepted the batch, so it does not wait for the visitor. */
  isTaken?: boolean | undefined
  t: Translate
  sentence: (error: TransactionFailure) => string
}): StatusDescription {
  switch (status.type) {
    case 'asked':
      if (isTaken)
        return { title: t(`transactions.${type}`), text: t('sent.pending.text'), ring: 'waiting', badge: 'send' }
      return { title: t('sent.asked.title'), text: t('sent.asked.text'), ring: 'waiting', badge: 'send' }
    case 'uncertain':
      return { title: t('sent.uncertain.title'), text: t('sent.uncertain.text'), ring: 'idle', badge: 'help' }
    case 'pending': {
      const kind = status.reorged ? 'reorged' : status.slow ? 'slow' : 'pending'
      return {
        title: kind === 'pending' ? t(`transactions.${type}`) : t(`sent.${kind}.title`),
        text: t(`sent.${kind}.text`),
        ring: 'waiting',
        badge: kind === 'pending' ? 'send' : 'clock',
      }
    }
    case 'confirmed':
      return {
        title: t(
          type === 'send' ? 'sent.confirmed.title' : type === 'swap' ? 'activity.type.trade' : 'activity.type.approve',
        ),
        text: t(status.final ? 'sent.final.text' : 'sent.confirmed.text'),
        ring: 'done',
        badge: 'check',
      }
    case 'canceled':
      return { title: t('sent.canceled.title'), text: t('sent.canceled.text'), ring: 'idle', badge: 'close' }
    case 'failed': {
      const isUnknown = status.error.moneyMoved === 'unknown'
      return {
        title: t(isUnknown ? 'sent.unknown.title' : type === 'send' ? 'sent.failed.title' : 'transactions.failed'),
        text: sentence(status.error),
        ring: isUnknown ? 'idle' : 'failed',
        badge: isUnknown ? 'help' : 'close',
      }
    }
  }
}
