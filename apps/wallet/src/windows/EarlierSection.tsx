import { useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { ConfirmNote } from './ConfirmNote.tsx'
import { Failure } from './Failure.tsx'
import type { WithStepUp } from './StepUp.tsx'
import { useCall } from './useCall.ts'
import type { SecurityState, WindowCalls } from './WindowCalls.ts'

export type EarlierSectionProps = {
  calls: WindowCalls
  earlier: SecurityState['earlier']
  withStepUp: WithStepUp
}

/** Changes of the wallet's data key that can still be reverted, which ends every login, including this one. */
export function EarlierSection({ calls, earlier, withStepUp }: EarlierSectionProps) {
  const { t, format } = useScope()
  const [asked, setAsked] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const undo = useCall(async () => {
    if (asked === null) return
    await withStepUp(() => calls.undoRotation({ archiveId: asked }))
    setDone(true)
  })
  if (isDone) return <Note tone="gain">{t('link.rotation.done.text')}</Note>
  return (
    <>
      {earlier.map(({ archiveId, replacedAt, until }) => (
        <div key={archiveId} class="stack">
          <Note tone="warn" icon="clock">
            {t('earlier.note', { time: format.dateTime(replacedAt), until: format.dateTime(until) })}
          </Note>
          {asked === archiveId ? (
            <>
              <Failure failure={undo.failure} />
              <ConfirmNote
                label={undo.busy ? t('link.rotation.busy') : t('link.rotation.confirm')}
                busy={undo.busy}
                onKeep={() => setAsked(null)}
                onConfirm={() => undo.run()}
              >
                {t('link.rotation.text')}
              </ConfirmNote>
            </>
          ) : (
            <Button kind="secondary" onClick={() => setAsked(archiveId)}>
              {t('earlier.confirm')}
            </Button>
          )}
        </div>
      ))}
    </>
  )
}
