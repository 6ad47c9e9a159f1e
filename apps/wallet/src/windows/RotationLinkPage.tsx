import { useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { useScope } from '../ui/Scope.ts'
import { Failure } from './Failure.tsx'
import type { MailCalls } from './MailCalls.ts'
import { Outcome } from './Outcome.tsx'
import { useCall } from './useCall.ts'
import { WindowLayout } from './WindowLayout.tsx'

/** `/w/rotation`: reverts a change of the wallet's data key; opening the link alone changes nothing. */
export function RotationLinkPage({ calls, token }: { calls: MailCalls; token: string | null }) {
  const { t } = useScope()
  const [isDone, setDone] = useState(false)
  const undo = useCall(async () => {
    if (token === null) return
    await calls.undoRotation({ token })
    setDone(true)
  })
  if (isDone) return <Outcome title={t('link.rotation.done.title')} text={t('link.rotation.done.text')} />
  if (token === null || undo.failure?.code === 'link_invalid') {
    return <Outcome tone="loss" title={t('link.gone.title')} text={t('link.gone.text')} />
  }
  return (
    <WindowLayout title={t('link.rotation.title')} text={t('link.rotation.text')}>
      <Failure failure={undo.failure} />
      <Button busy={undo.busy} onClick={() => undo.run()}>
        {undo.busy ? t('link.rotation.busy') : t('link.rotation.confirm')}
      </Button>
    </WindowLayout>
  )
}
