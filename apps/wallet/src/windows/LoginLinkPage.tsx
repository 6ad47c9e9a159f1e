import { useEffect, useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { Detail, Details } from '../ui/Details.tsx'
import { useScope } from '../ui/Scope.ts'
import { Failure } from './Failure.tsx'
import type { MailCalls } from './MailCalls.ts'
import { Outcome } from './Outcome.tsx'
import { useCall } from './useCall.ts'
import { WindowLayout } from './WindowLayout.tsx'

type Told = { app: string; hostOrigin: string; device: string; at: string }

/**
 * `/w/login`: the login of a notice, and the button that ends it. Opening the link changes nothing, so that a mail scanner that
 * follows it ends no login.
 */
export function LoginLinkPage({ calls, token }: { calls: MailCalls; token: string | null }) {
  const { t, format } = useScope()
  const [told, setTold] = useState<Told | null>(null)
  const [ended, setEnded] = useState<{ isEnrolled: boolean } | null>(null)
  const inspect = useCall(async () => {
    if (token !== null) setTold(await calls.inspectLoginNotice({ token }))
  })
  const end = useCall(async () => {
    if (token !== null) setEnded(await calls.endLogin({ token }))
  })
  const { run: inspectNow } = inspect
  useEffect(() => inspectNow(), [token])

  if (ended !== null) {
    const text = t(ended.isEnrolled ? 'link.login.done.holds' : 'link.login.done.text')
    return <Outcome title={t('link.login.done.title')} text={text} />
  }
  if (token === null || (end.failure ?? inspect.failure)?.code === 'link_invalid') {
    return <Outcome tone="loss" title={t('link.gone.title')} text={t('link.login.gone')} />
  }
  if (told === null) {
    return (
      <WindowLayout title={inspect.failure === null ? t('link.inspecting') : t('link.failed.title')}>
        <Failure failure={inspect.failure} />
        {inspect.failure !== null && <Button onClick={() => inspect.run()}>{t('link.retry')}</Button>}
      </WindowLayout>
    )
  }
  return (
    <WindowLayout title={t('link.login.title')} text={t('link.login.text')}>
      <Details>
        <Detail name={t('link.device.site')}>
          <span translate={false} dir="ltr">
            {told.hostOrigin}
          </span>
        </Detail>
        <Detail name={t('link.device.app')}>
          <bdi translate={false}>{told.app}</bdi>
        </Detail>
        <Detail name={t('link.device.device')}>
          <bdi translate={false}>{told.device}</bdi>
        </Detail>
        <Detail name={t('link.login.time')}>
          <time dateTime={told.at}>{format.dateTime(told.at)}</time>
        </Detail>
      </Details>
      <Failure failure={end.failure} />
      <Button busy={end.busy} onClick={() => end.run()}>
        {end.busy ? t('link.login.busy') : t('link.login.confirm')}
      </Button>
      <p class="aside">{t('link.login.wasMe')}</p>
    </WindowLayout>
  )
}
