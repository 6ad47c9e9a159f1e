import { useEffect, useId, useState } from 'preact/hooks'
import type { CardFailure } from '../cards/Card.ts'
import { Button } from '../ui/Button.tsx'
import { useScope } from '../ui/Scope.ts'
import { Failure } from '../windows/Failure.tsx'
import { NumberField } from '../windows/NumberField.tsx'

/** What {@link PopupNumberForm} takes. */
export type PopupNumberFormProps = {
  /** The origin where the wallet shows the number. */
  site: string
  provider: string
  busy: boolean
  failure: CardFailure | null
  onNumber: (number: string) => void
}

/** Asks for the two digits that the wallet shows on the site, where that cannot be reached. */
export function PopupNumberForm({ site, provider, busy, failure, onNumber }: PopupNumberFormProps) {
  const { t } = useScope()
  const [number, setNumber] = useState('')
  const field = useId()
  // A number that was refused is typed anew.
  useEffect(() => {
    if (failure !== null) setNumber('')
  }, [failure])
  const isComplete = /^\d{2}$/.test(number)
  const submit = () => {
    if (isComplete) onNumber(number)
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label class="aside" for={field}>
        {t('popup.number.text', { site })}
      </label>
      <NumberField id={field} value={number} busy={busy} onInput={setNumber} />
      <Failure failure={failure} />
      <Button busy={busy} disabled={!isComplete} onClick={submit}>
        {busy ? t('popup.number.busy') : t('popup.number.go', { provider })}
      </Button>
      <p class="aside">{t('popup.number.notMe')}</p>
    </form>
  )
}
