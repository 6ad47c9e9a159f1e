import { shortenAddress } from '@latchkey/protocol'
import type { SavedAddress } from '@latchkey/protocol/api'
import { cleanLabel } from '../../../format/cleanLabel.ts'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { useSite } from '../../../site/SiteContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import rows from '../Rows.module.css'
import styles from './AddressRow.module.css'
import { familyNames, familyOf } from './familyOf.ts'
import { useSendTo } from './useSendTo.ts'

/** An address with a name: its first and last digits, and its most common actions. A saved one opens its details. */
export function AddressRow({ saved, onOpen }: { saved: Pick<SavedAddress, 'address' | 'label'>; onOpen?: () => void }) {
  const { text } = useLanguage()
  const { networks } = useSite()
  const send = useSendTo(saved.address)
  const name = cleanLabel(saved.label, { limit: 60 })
  const hasFamilies = new Set(networks.map(({ chainNamespace }) => chainNamespace)).size > 1
  return (
    <li className={rows.row} data-open={onOpen ? 'true' : undefined}>
      <span className={rows.mark} aria-hidden="true">
        {[...name][0]?.toLocaleUpperCase()}
      </span>
      <span className={rows.main}>
        {onOpen ? (
          <button type="button" className={rows.title} onClick={onOpen}>
            <bdi>{name}</bdi>
          </button>
        ) : (
          <span className={rows.title}>
            <bdi>{name}</bdi>
          </span>
        )}
        <span className={rows.sub}>
          <bdi className={rows.mono} dir="ltr" title={saved.address} translate="no">
            {shortenAddress(saved.address)}
          </bdi>
          {hasFamilies && ` · ${familyNames[familyOf(saved.address)]}`}
        </span>
      </span>
      <span className={rows.actions}>
        <CopyButton value={saved.address} what={text.addresses.copy(name)} />
        {send && (
          <Button size="s" icon="send" className={styles.send} aria-label={text.addresses.sendTo(name)} onClick={send}>
            <span>{text.addresses.send}</span>
          </Button>
        )}
      </span>
    </li>
  )
}
