import { useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { useScope } from '../ui/Scope.ts'
import { Failure } from './Failure.tsx'
import type { MailCalls } from './MailCalls.ts'
import { Outcome } from './Outcome.tsx'
import { useCall } from './useCall.ts'
import { WindowLayout } from './WindowLayout.tsx'

/** `/w/undo`: restores the old email address; opening the link alone changes nothing. */
export function UndoLinkPage({ calls, token }: { calls: MailCalls; token: string | null }) {
  const { t } = useScope()
  const [email, setEmail] = useState<string | null>(null)
  const undo = useCall(async () => {
    if (token !== null) setEmail((await calls.undoEmailChange({ token })).email)
  })
  if (email !== null) return <Outcome title={t('link.undo.done.title')} text={t('link.undo.done.text', { email })} />
  if (token === null || undo.failure?.code === 'link_invalid') {
    return <Outcome tone="loss" title={t('link.gone.title')} text={t('link.gone.text')} />
  }
  return (
    <WindowLayout title={t('link.undo.title')} text={t('link.undo.text')}>
      <Failure failure={undo.failure} />
      <Button busy={undo.busy} onClick={() => undo.run()}>
        {undo.busy ? t('link.undo.busy') : t('link.undo.confirm')}
      </Button>
    </WindowLayout>
  )
}
