import type { Description } from '@latchkey/clear-signing'
import { Detail, Details } from '../ui/Details.tsx'
import { Fold } from '../ui/Fold.tsx'
import { formatAmount, raiseAmount } from '../ui/formatAmount.ts'
import { formatTime } from '../ui/formatTime.ts'
import styles from './approval.module.css'
import { Changes } from './Changes.tsx'
import { essenceOf } from './essenceOf.ts'
import { Fields } from './Fields.tsx'
import { Findings } from './Findings.tsx'
import { MessageText } from './MessageText.tsx'
import { PartyCard } from './PartyCard.tsx'
import { sentenceOf } from './sentenceOf.ts'
import { writeAmount } from './writeAmount.ts'

export type DescriptionViewProps = {
  description: Description
  isMessage: boolean
  host: string | null
  network: string
  account: string
}

/** The description of every signable request: its effect, its warnings, its receivers, its cost and its text. */
export function DescriptionView({ description, isMessage, host, network, account }: DescriptionViewProps) {
  const { findings, message, fields, fee, parts, signature, raw, intent } = description
  const { party, role, hasMore } = essenceOf(description)
  const isRefused = findings.some(({ level }) => level === 'refuse')
  const showsFields = (isMessage && message === null) || hasMore
  return (
    <>
      <p className={styles.sentence}>{sentenceOf({ description, host })}</p>
      <Findings findings={findings} />
      {message !== null && <MessageText text={message} label="The message" />}
      {!isMessage && !isRefused && <Changes changes={description.balanceChanges} />}
      {party !== null && intent !== 'signIn' && <PartyCard party={party} role={role} />}
      {parts.map((part) => (
        <div key={part.raw} className={styles.part}>
          <h3>{sentenceOf({ description: part, host })}</h3>
          <Findings findings={part.findings} />
          <Fields fields={part.fields} />
        </div>
      ))}
      {showsFields && fields.length > 0 && (
        <Fold title="Data to sign" open>
          <Fields fields={fields} />
        </Fold>
      )}
      <Details>
        {fee !== null && (
          <Detail name="Network cost">
            <span translate="no">
              {formatAmount(raiseAmount(fee.costText))} {fee.symbol}
            </span>{' '}
            <small>at most</small>
          </Detail>
        )}
        {intent === 'swap' && description.target?.name && <Detail name="Contract">{description.target.name}</Detail>}
        {fields.map(({ label, value }) =>
          (label === 'paid' || label === 'minimumReceived') && value.kind === 'amount' ? (
            <Detail key={`${label} ${value.asset.address}`} name={label === 'paid' ? 'You pay' : 'Minimum received'}>
              {writeAmount(value)}
            </Detail>
          ) : label === 'deadline' && value.kind === 'time' ? (
            <Detail key={label} name="Deadline">
              {formatTime(value.unixSeconds * 1000)}
            </Detail>
          ) : null,
        )}
        <Detail name="Network">{network}</Detail>
        <Detail name="Account">{account}</Detail>
      </Details>
      <Fold title="All details">
        {signature !== null && <p className={styles.bytes}>{signature}</p>}
        {!showsFields && fields.length > 0 && <Fields fields={fields} />}
        <MessageText text={raw} label="Original request" />
      </Fold>
    </>
  )
}
