import { useState } from 'preact/hooks'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { CallForm } from './CallForm.tsx'
import { Failure } from './Failure.tsx'
import type { WithStepUp } from './StepUp.tsx'
import { TextField } from './TextField.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls } from './WindowCalls.ts'

/**
 * Takes the password on a new device. The server counts each attempt and reports it by email, so the page shows how many remain. The
 * input stays after a failure, because the same password again is the same attempt.
 */
export function RecoverPassword({
  calls,
  withStepUp,
  onOpen,
}: {
  calls: WindowCalls
  withStepUp: WithStepUp
  onOpen: () => void
}) {
  const { t, format } = useScope()
  const [password, setPassword] = useState('')
  const [triesLeft, setTriesLeft] = useState<number | null>(null)
  const open = useCall(async () => {
    setTriesLeft(null)
    const outcome = await withStepUp(() => calls.recoverWithPassword({ password }))
    if ('triesLeft' in outcome) {
      setTriesLeft(outcome.triesLeft)
      return
    }
    setPassword('')
    onOpen()
  })
  const { failure } = open
  const isSpent = failure?.code === 'rate_limited' && failure.retryAfter !== undefined
  return (
    <CallForm call={open} ready={password !== ''} label={t('unlock.open')} busyLabel={t('unlock.opening')}>
      {isSpent ? (
        <Note tone="loss" icon="clock" alert>
          {t('unlock.password.spent', { time: format.dateTime(Date.now() + (failure.retryAfter ?? 0) * 1000) })}
        </Note>
      ) : (
        <Failure failure={failure} />
      )}
      {triesLeft !== null && (
        <Note tone="loss" alert>
          {t('unlock.password.wrong', { count: format.count(triesLeft) })}
        </Note>
      )}
      <TextField
        label={t('unlock.password')}
        hint={t('unlock.password.limit')}
        kind="secret"
        value={password}
        wrong={failure !== null || triesLeft !== null}
        disabled={open.busy}
        onInput={(next) => {
          open.clear()
          setTriesLeft(null)
          setPassword(next)
        }}
      />
    </CallForm>
  )
}
