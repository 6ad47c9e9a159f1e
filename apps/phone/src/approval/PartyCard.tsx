import { noticeTexts } from '../texts/fieldTexts.ts'
import { AddressText } from '../ui/AddressText.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Group } from '../ui/Group.tsx'
import styles from './approval.module.css'
import type { Party } from './essenceOf.ts'

const tones: Readonly<Record<string, string>> = {
  own: 'gain',
  known: 'gain',
  firstTime: 'warn',
  lookAlike: 'loss',
  tokenContract: 'loss',
}

/** The counterpart of a request: its whole address, its name, and the notice about it. */
export function PartyCard({ party: { address, name, notice }, role }: { party: Party; role: string }) {
  return (
    <Group
      title={role}
      aside={
        notice && (
          <span className={styles.tag} data-tone={tones[notice.kind]}>
            {noticeTexts[notice.kind]}
          </span>
        )
      }
    >
      <div className={styles.party}>
        <div>
          {name !== null && <b translate="no">{name}</b>}
          <AddressText address={address} />
          {notice?.kind === 'lookAlike' && <small>Not the same as {notice.resembles}, which you know.</small>}
        </div>
        <CopyButton text={address} label="Copy this address" />
      </div>
    </Group>
  )
}
