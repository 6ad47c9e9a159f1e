import { ServiceError } from '@latchkey/protocol/errors'
import { useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { CallForm } from './CallForm.tsx'
import { Failure } from './Failure.tsx'
import type { WithStepUp } from './StepUp.tsx'
import { TextField } from './TextField.tsx'
import { useCall } from './useCall.ts'
import type { WindowCalls } from './WindowCalls.ts'

export type BackupCodeFlowProps = { calls: WindowCalls; withStepUp: WithStepUp; onDone: () => void }

/** Shows a new backup code once, and asks to enter it before it counts. */
export function BackupCodeFlow({ calls, withStepUp, onDone }: BackupCodeFlowProps) {
  const { t } = useScope()
  const [code, setCode] = useState<string | null>(null)
  const [step, setStep] = useState<'write' | 'confirm'>('write')
  const [typed, setTyped] = useState('')
  const create = useCall(async () => {
    setCode((await withStepUp(() => calls.createBackupCode())).code)
    setStep('write')
  })
  const save = useCall(async () => {
    if (plain(typed) !== plain(code ?? '')) {
      throw new ServiceError('backup_code_invalid', { message: t('backup.different') })
    }
    await withStepUp(() => calls.confirmBackupCode({ code: code ?? '' }))
    onDone()
  })
  if (code === null) {
    return (
      <>
        <Failure failure={create.failure} />
        <Note icon="paper">{t('backup.text')}</Note>
        <Button busy={create.busy} onClick={() => create.run()}>
          {create.busy ? t('backup.creating') : t('backup.create')}
        </Button>
      </>
    )
  }
  if (step === 'write') {
    return (
      <>
        <p class="sheet-text">{t('backup.write')}</p>
        <p class="secret" translate={false} dir="ltr">
          {code}
        </p>
        <Note tone="warn">{t('backup.warning')}</Note>
        <CopyButton kind="secondary" text={code} label={t('backup.copy')} />
        <Button onClick={() => setStep('confirm')}>{t('backup.written')}</Button>
      </>
    )
  }
  return (
    <CallForm
      call={save}
      ready={typed !== ''}
      label={t('backup.save')}
      busyLabel={t('backup.saving')}
      below={
        <Button kind="quiet" disabled={save.busy} onClick={() => setStep('write')}>
          {t('backup.again')}
        </Button>
      }
    >
      <Failure failure={save.failure} />
      <TextField
        kind="code"
        label={t('backup.confirm')}
        hint={t('backup.confirm.hint')}
        value={typed}
        wrong={save.failure !== null}
        disabled={save.busy}
        onInput={(next) => {
          save.clear()
          setTyped(next)
        }}
      />
    </CallForm>
  )
}

/** Normalizes a code: case, dashes, blanks, O for 0, I and L for 1. */
function plain(code: string): string {
  return code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}
