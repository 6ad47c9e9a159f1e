import { useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { useScope } from '../ui/Scope.ts'
import { Failure } from './Failure.tsx'
import type { MailCalls } from './MailCalls.ts'
import { Outcome } from './Outcome.tsx'
import { useCall } from './useCall.ts'
import { WindowLayout } from './WindowLayout.tsx'

/** `/w/return`: returns a login to its earlier wallet; opening the link alone changes nothing. */
export function ReturnLinkPage({ calls, token }: { calls: MailCalls; token: string | null }) {
  const { t } = useScope()
  const [isDone, setDone] = useState(false)
  const back = useCall(async () => {
    if (token === null) return
    await calls.takeLoginBack({ token })
    setDone(true)
  })
  if (isDone) return <Outcome title={t('link.return.done.title')} text={t('link.return.done.text')} />
  if (token === null || back.failure?.code === 'link_invalid') {
    return <Outcome tone="loss" title={t('link.gone.title')} text={t('link.gone.text')} />
  }
  return (
    <WindowLayout title={t('link.return.title')} text={t('link.return.text')}>
      <Failure failure={back.failure} />
      <Button busy={back.busy} onClick={() => back.run()}>
        {back.busy ? t('link.return.busy') : t('link.return.confirm')}
      </Button>
    </WindowLayout>
  )
}
