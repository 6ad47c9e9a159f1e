import { isAccountId, parseAccountId, shortenAddress } from '@latchkey/protocol'
import type { HistoryItem, OperationType, Transfer } from '@latchkey/protocol/api'
import { useIdentity } from '@latchkey/react'
import { NetworkName } from '../../account/NetworkName.tsx'
import { cleanLabel } from '../../format/cleanLabel.ts'
import type { Language } from '../../language/LanguageContext.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import styles from './ActivityRow.module.css'
import { counterTransfer, leadTransfer } from './activityRows.ts'

/** Icon of each operation. */
const operationIcons: Record<OperationType, IconName> = {
  approve: 'approve',
  burn: 'burn',
  buy: 'card',
  deploy: 'contract',
  deposit: 'send',
  execute: 'contract',
  mint: 'mint',
  receive: 'receive',
  send: 'send',
  trade: 'trade',
  withdraw: 'receive',
}

/** One transaction: its type, counterpart and transfers. Opens its details. */
export function ActivityRow({ item, now, onOpen }: { item: HistoryItem; now: number; onOpen: () => void }) {
  const language = useLanguage()
  const { text, format } = language
  const { metadata } = item
  const time = Date.parse(metadata.minedAt)
  const lead = leadTransfer(item)
  const counter = counterTransfer(item)
  const title = operationTitle({ item, language })
  return (
    <button type="button" className={styles.row} onClick={onOpen} data-status={metadata.status}>
      <span className={styles.icon} data-operation={metadata.operationType}>
        <Icon name={metadata.status === 'failed' ? 'warning' : operationIcons[metadata.operationType]} size={20} />
      </span>
      <span className={styles.what}>
        <span className={styles.title}>
          {title}
          {metadata.status !== 'confirmed' && (
            <span className={styles.status}>
              {metadata.status === 'pending' ? text.activity.pending : text.activity.failedStatus}
            </span>
          )}
        </span>
        <span className={styles.sub}>
          <span className={styles.party}>
            <Party item={item} />
          </span>
          <span className={styles.network}>
            <NetworkName chainId={metadata.chain} />
          </span>
        </span>
      </span>
      <span className={styles.amounts}>
        {lead && <Amount transfer={lead} failed={metadata.status === 'failed'} />}
        <span className={styles.sub}>
          {counter && counter !== lead ? (
            <Amount transfer={counter} failed={false} />
          ) : (
            lead && format.money(lead.value)
          )}
        </span>
      </span>
      <time className={styles.time} dateTime={metadata.minedAt} title={format.dateTime(time)}>
        {format.when(time, now)}
      </time>
    </button>
  )
}

/** Returns the name of a transaction's operation, in the present tense while it is pending. */
export function operationTitle({ item: { metadata }, language: { text } }: { item: HistoryItem; language: Language }) {
  const { operationType, status } = metadata
  const pending = text.activity.pendingOperations
  if (status === 'pending' && operationType in pending) return pending[operationType as keyof typeof pending]
  return text.activity.operations[operationType]
}

/** A quantity with its sign and symbol. */
function Amount({ transfer, failed }: { transfer: Transfer; failed: boolean }) {
  const { format } = useLanguage()
  const { nft_info: nft, fungible_info: fungible, direction, quantity } = transfer
  const sign = failed || direction === 'self' ? '' : direction === 'in' ? '+' : '−'
  const symbol = fungible ? cleanLabel(fungible.symbol, { limit: 12 }) : ''
  return (
    <span
      className={styles.amount}
      dir="ltr"
      data-direction={failed ? 'none' : direction}
      title={nft ? undefined : `${sign}${format.exactQuantity(quantity.numeric)} ${symbol}`}
    >
      {nft ? (
        <bdi>{cleanLabel(nft.name)}</bdi>
      ) : (
        <>
          {sign}
          {format.quantity(quantity.numeric)} <bdi>{symbol}</bdi>
        </>
      )}
    </span>
  )
}

function Party({ item: { metadata } }: { item: HistoryItem }) {
  const { text } = useLanguage()
  const { application, operationType, sentFrom, sentTo } = metadata
  const incoming = operationType === 'receive' || operationType === 'withdraw'
  const address = bareAddress((incoming ? sentFrom : sentTo) ?? '')
  const { name } = useIdentity(application || !address ? undefined : address)
  if (application) return <bdi>{cleanLabel(application.name)}</bdi>
  if (!address) return null
  // A name can be of any script, so isolate it from the direction of the sentence.
  const who = name === undefined ? shortenAddress(address) : `\u2068${cleanLabel(name, { limit: 80 })}\u2069`
  return <span title={address}>{incoming ? text.activity.from(who) : text.activity.to(who)}</span>
}

/** Returns the plain address of an address or a CAIP-10 account. */
export function bareAddress(value: string): string {
  return isAccountId(value) ? parseAccountId(value).address : value
}
