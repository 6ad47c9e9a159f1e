import { useState } from 'preact/hooks'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { CallForm } from './CallForm.tsx'
import type { PasswordMeter } from './createPasswordMeter.ts'
import { Failure } from './Failure.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import type { WithStepUp } from './StepUp.tsx'
import { saveFile } from './saveFile.ts'
import { useCall } from './useCall.ts'
import { usePasswordRating } from './usePasswordRating.ts'
import type { WindowCalls } from './WindowCalls.ts'

export type KeystoreFormProps = { calls: WindowCalls; withStepUp: WithStepUp; loadMeter: () => Promise<PasswordMeter> }

/** Writes the key into a file under a separate password. */
export function KeystoreForm({ calls, withStepUp, loadMeter }: KeystoreFormProps) {
  const { t } = useScope()
  const [password, setPassword] = useState('')
  const rating = usePasswordRating({ loadMeter, password })
  const [saved, setSaved] = useState<string | null>(null)
  const save = useCall(async () => {
    const { fileName, json } = await withStepUp(() => calls.exportKeystore({ password }))
    saveFile({ fileName, text: json, type: 'application/json' })
    setPassword('')
    setSaved(fileName)
  })
  return (
    <CallForm
      call={save}
      ready={rating.isGood}
      label={t('export.keystore.save')}
      busyLabel={t('export.keystore.busy')}
      icon="download"
    >
      <p class="sheet-text">{t('export.keystore.text')}</p>
      <Failure failure={save.failure} />
      {saved !== null && <Note tone="gain">{t('export.keystore.done', { name: saved })}</Note>}
      <NewPasswordField
        label={t('export.keystore.password')}
        value={password}
        rating={rating}
        disabled={save.busy}
        onInput={(value) => {
          setPassword(value)
          setSaved(null)
        }}
      />
    </CallForm>
  )
}
