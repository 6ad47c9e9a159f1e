import { useState } from 'preact/hooks'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { CallForm } from './CallForm.tsx'
import { Failure } from './Failure.tsx'
import type { WithStepUp } from './StepUp.tsx'
import { TextField } from './TextField.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls } from './WindowCalls.ts'

/** Imports a recovery phrase or private key of an account from elsewhere. */
export function ImportForm({ calls, withStepUp }: { calls: WindowCalls; withStepUp: WithStepUp }) {
  const { t } = useScope()
  const [secret, setSecret] = useState('')
  const [address, setAddress] = useState<string | null>(null)
  const save = useCall(async () => {
    const answer = await withStepUp(() => calls.importKey({ secret: secret.trim() }))
    setSecret('')
    setAddress(answer.address)
  })
  return (
    <CallForm
      call={save}
      ready={secret.trim() !== ''}
      label={t('export.import.save')}
      busyLabel={t('export.import.busy')}
    >
      <p class="sheet-text">{t('export.import.text')}</p>
      <Failure failure={save.failure} />
      {address !== null && <Note tone="gain">{t('export.import.done', { address })}</Note>}
      <TextField
        kind="secret"
        label={t('export.import.field')}
        value={secret}
        wrong={save.failure !== null}
        disabled={save.busy}
        onInput={(value) => {
          save.clear()
          setAddress(null)
          setSecret(value)
        }}
      />
    </CallForm>
  )
}
