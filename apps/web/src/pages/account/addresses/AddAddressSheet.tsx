import type { SavedAddress } from '@latchkey/protocol/api'
import { useErrorText } from '@latchkey/react'
import { type FormEvent, useRef, useState } from 'react'
import { toFailure } from '../../../api/toFailure.ts'
import { cleanLabel } from '../../../format/cleanLabel.ts'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { useSite } from '../../../site/SiteContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FullAddress } from '../../../ui/FullAddress.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import styles from './AddressSheet.module.css'
import { checkLabel } from './checkLabel.ts'
import { LabelField } from './LabelField.tsx'
import { noteAddress } from './noteAddress.ts'
import { useCheckedAddress } from './useCheckedAddress.ts'
import type { useSavedAddresses } from './useSavedAddresses.ts'

/** Saves an address under a name. Checks the input at once, and shows it as it will be saved. */
export function AddAddressSheet({
  saved,
  save,
  onClose,
  onSaved,
}: {
  saved: readonly SavedAddress[]
  save: ReturnType<typeof useSavedAddresses>['save']
  onClose: () => void
  onSaved: (label: string) => void
}) {
  const { text } = useLanguage()
  const { networks } = useSite()
  const [label, setLabel] = useState('')
  const [address, setAddress] = useState('')
  /** Fields that the visitor has left or submitted. Only there an empty field is an error. */
  const [left, setLeft] = useState({ label: false, address: false })
  const checked = useCheckedAddress(address)
  const first = useRef<HTMLElement>(null)
  const second = useRef<HTMLElement>(null)
  const isWhole = checked?.status === 'ok'
  const wrongLabel = checkLabel(label)
  const note = isWhole ? noteAddress({ address: checked.address, saved }) : undefined
  const reason = useErrorText(save.error ? toFailure(save.error) : undefined)

  const addressError =
    address === ''
      ? left.address
        ? text.addresses.addressMissing
        : undefined
      : checked?.status === 'checksum'
        ? text.addresses.checksumWrong
        : checked?.status === 'none' && left.address
          ? text.addresses.addressWrong
          : undefined
  const isOther = isWhole && !networks.some(({ chainNamespace }) => chainNamespace === checked.namespace)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    setLeft({ label: true, address: true })
    if (wrongLabel) return first.current?.focus()
    if (!isWhole) return second.current?.focus()
    const body = { address: checked.address, label: label.trim() }
    save.mutate(body, { onSuccess: () => onSaved(body.label) })
  }
  return (
    <Sheet open title={text.addresses.add} onClose={onClose} initialFocus={first}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <LabelField
          ref={(element) => {
            first.current = element
          }}
          hint={text.addresses.nameHint}
          wrong={wrongLabel}
          isLeft={left.label}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
          onBlur={() => label !== '' && setLeft((old) => ({ ...old, label: true }))}
        />
        <Field
          ref={(element) => {
            second.current = element
          }}
          label={text.addresses.address}
          hint={
            isWhole
              ? checked.isNamed
                ? text.addresses.named
                : checked.isChecked
                  ? text.addresses.checked
                  : text.addresses.unchecked
              : text.addresses.addressHint
          }
          isRight={isWhole && checked.isChecked && !checked.isNamed}
          error={addressError}
          lines={2}
          value={address}
          dir="ltr"
          translate="no"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          onChange={({ target }) => setAddress(target.value.replace(/\s/g, ''))}
          onBlur={() => address !== '' && setLeft((old) => ({ ...old, address: true }))}
          onKeyDown={(event) => {
            // A name has one line, so Enter submits.
            if (event.key === 'Enter') {
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }
          }}
        >
          {isWhole && (
            <p className={styles.whole}>
              <FullAddress address={checked.address} />
            </p>
          )}
          <p role="status" className={styles.note} data-kind={note?.kind}>
            {note && text.addresses[note.kind](`\u2068${cleanLabel(note.label, { limit: 60 })}\u2069`)}
            {!note && isOther && text.addresses.otherFamily}
          </p>
        </Field>
        {reason && (
          <p role="alert" className={styles.failed}>
            {reason}
          </p>
        )}
        <Button type="submit" kind="primary" aria-disabled={save.isPending}>
          {save.isPending ? text.addresses.saving : text.addresses.save}
        </Button>
      </form>
    </Sheet>
  )
}
