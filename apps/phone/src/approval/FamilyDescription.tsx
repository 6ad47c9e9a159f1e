import type { PairedAccount, PairedDescription } from '@latchkey/testkit'
import { Detail, Details } from '../ui/Details.tsx'
import { Note } from '../ui/Note.tsx'
import { shortAddress } from '../ui/shortAddress.ts'
import styles from './approval.module.css'
import { MessageText } from './MessageText.tsx'

/** The description of a Solana or Bitcoin request: its effect line by line, and its account. */
export function FamilyDescription({
  description: { kind, sends, lines },
  network,
  account,
}: {
  description: PairedDescription
  network: string
  account: Pick<PairedAccount, 'name' | 'address'>
}) {
  return (
    <>
      <p className={styles.sentence}>
        {kind === 'message'
          ? 'Sign a message.'
          : kind === 'transaction'
            ? 'Sign a transaction.'
            : 'The effect of this is unknown.'}
      </p>
      {kind === 'message' ? (
        lines.map(({ label, value }) => <MessageText key={label} text={value} label="The message" />)
      ) : (
        <Details>
          {lines.map(({ label, value, long = false }) => (
            <Detail key={`${label} ${value}`} name={label} stacked={long}>
              <span translate="no">{value}</span>
            </Detail>
          ))}
        </Details>
      )}
      {kind === 'unknown' && <Note tone="loss">The phone cannot read this, so it signs nothing.</Note>}
      <Details>
        <Detail name="Network">{network}</Detail>
        <Detail name="Account">{`${account.name} · ${shortAddress(account.address)}`}</Detail>
      </Details>
      {kind === 'transaction' && !sends && <Note>The phone only signs it. The site can send it at any time.</Note>}
    </>
  )
}
