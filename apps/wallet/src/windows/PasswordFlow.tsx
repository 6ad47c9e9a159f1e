import { useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { CallForm } from './CallForm.tsx'
import type { PasswordMeter } from './createPasswordMeter.ts'
import { Failure } from './Failure.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import type { WithStepUp } from './StepUp.tsx'
import { useCall } from './useCall.ts'
import { usePasswordRating } from './usePasswordRating.ts'
import type { WindowCalls } from './WindowCalls.ts'

export type PasswordFlowProps = {
  calls: WindowCalls
  withStepUp: WithStepUp
  loadMeter: () => Promise<PasswordMeter>
  /** The wallet has a password, which the new one replaces. */
  hasPassword: boolean
  onDone: () => void
}

/** Sets a password; one that is easy to guess is refused. */
export function PasswordFlow({ calls, withStepUp, loadMeter, hasPassword, onDone }: PasswordFlowProps) {
  const { t } = useScope()
  const [password, setPassword] = useState('')
  const rating = usePasswordRating({ loadMeter, password })
  const add = useCall(async () => {
    await withStepUp(() => calls.addPassword({ password }))
    setPassword('')
    onDone()
  })
  return (
    <CallForm
      call={add}
      ready={rating.isGood}
      label={t('password.add')}
      busyLabel={t('password.adding')}
      below={
        <Button kind="quiet" disabled={add.busy} onClick={onDone}>
          {t('window.back')}
        </Button>
      }
    >
      <Note tone="warn">
        {t('password.text')} {hasPassword && t('password.replaces')}
      </Note>
      <Failure failure={add.failure} />
      <NewPasswordField
        label={t('password.new')}
        value={password}
        rating={rating}
        disabled={add.busy}
        onInput={(value) => {
          add.clear()
          setPassword(value)
        }}
      />
    </CallForm>
  )
}
