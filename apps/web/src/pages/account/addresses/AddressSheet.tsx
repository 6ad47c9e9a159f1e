import type { SavedAddress } from '@latchkey/protocol/api'
import { useErrorText } from '@latchkey/react'
import { type FormEvent, useState } from 'react'
import { toFailure } from '../../../api/toFailure.ts'
import { cleanLabel } from '../../../format/cleanLabel.ts'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { FullAddress } from '../../../ui/FullAddress.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import styles from './AddressSheet.module.css'
import { checkLabel } from './checkLabel.ts'
import { LabelField } from './LabelField.tsx'
import type { useSavedAddresses } from './useSavedAddresses.ts'
import { useSendTo } from './useSendTo.ts'

/** A whole saved address: send to it, rename it, or remove it. */
export function AddressSheet({
  saved,
  save,
  remove,
  onClose,
  onSaved,
  onRemoved,
}: {
  saved: SavedAddress
  save: ReturnType<typeof useSavedAddresses>['save']
  remove: ReturnType<typeof useSavedAddresses>['remove']
  onClose: () => void
  onSaved: (label: string) => void
  onRemoved: (saved: SavedAddress) => void
}) {
  const { text } = useLanguage()
  const send = useSendTo(saved.address)
  const [label, setLabel] = useState(saved.label)
  const [isSent, setSent] = useState(false)
  const wrong = checkLabel(label)
  const isChanged = label.trim() !== saved.label
  const error = save.error ?? remove.error
  const reason = useErrorText(error ? toFailure(error) : undefined)
  const name = cleanLabel(saved.label, { limit: 60 })

  const rename = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (wrong || !isChanged || save.isPending) return
    const body = { address: saved.address, label: label.trim() }
    save.mutate(body, { onSuccess: () => onSaved(body.label) })
  }
  return (
    <Sheet open title={name} onClose={onClose}>
      <div className={styles.form}>
        <p className={styles.lead}>
          <FullAddress address={saved.address} />
          <CopyButton value={saved.address} what={text.addresses.copy(name)} />
        </p>
        {send && (
          <Button
            kind="primary"
            icon="send"
            onClick={() => {
              // The wallet's dialog opens. Two dialogs at once would compete for the focus.
              onClose()
              send()
            }}
          >
            {text.addresses.send}
          </Button>
        )}
        <form className={styles.rename} noValidate onSubmit={rename}>
          <LabelField wrong={wrong} isLeft={isSent} value={label} onChange={({ target }) => setLabel(target.value)} />
          <Button type="submit" aria-disabled={!isChanged || save.isPending}>
            {save.isPending ? text.addresses.saving : text.addresses.rename}
          </Button>
        </form>
        {reason && (
          <p role="alert" className={styles.failed}>
            {reason}
          </p>
        )}
        <Button
          kind="plain"
          className={styles.remove}
          aria-disabled={remove.isPending}
          onClick={() => {
            if (!remove.isPending) remove.mutate(saved, { onSuccess: () => onRemoved(saved) })
          }}
        >
          {text.addresses.remove}
        </Button>
      </div>
    </Sheet>
  )
}
