import { useState } from 'preact/hooks'
import { useScope } from '../ui/Scope.ts'
import { CallForm } from './CallForm.tsx'
import { Failure } from './Failure.tsx'
import { TextField } from './TextField.tsx'
import { useCall } from './useCall.ts'

export type SecretFormProps = {
  kind: 'backupCode' | 'password'
  /** Label of the button. */
  label: string
  /** Unlocks the wallet with the input. */
  open: (text: string) => Promise<void>
}

/** Form for a backup code or a password. */
export function SecretForm({ kind, label, open: openWith }: SecretFormProps) {
  const { t } = useScope()
  const [text, setText] = useState('')
  const open = useCall(async () => {
    await openWith(text)
    setText('')
  })
  return (
    <CallForm call={open} ready={text !== ''} label={label} busyLabel={t('unlock.opening')}>
      <Failure failure={open.failure} />
      <TextField
        label={t(`unlock.${kind}`)}
        hint={t(`unlock.${kind}.hint`)}
        kind={kind === 'backupCode' ? 'code' : 'secret'}
        value={text}
        wrong={open.failure !== null}
        disabled={open.busy}
        onInput={(next) => {
          open.clear()
          setText(next)
        }}
      />
    </CallForm>
  )
}
