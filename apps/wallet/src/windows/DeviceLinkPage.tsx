import { useEffect, useId, useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { Detail, Details } from '../ui/Details.tsx'
import { useScope } from '../ui/Scope.ts'
import { CallForm } from './CallForm.tsx'
import { Failure } from './Failure.tsx'
import type { MailCalls } from './MailCalls.ts'
import { NumberField } from './NumberField.tsx'
import { Outcome } from './Outcome.tsx'
import { useCall } from './useCall.ts'
import { WindowLayout } from './WindowLayout.tsx'

export type DeviceLinkPageProps = {
  calls: MailCalls
  /** From the link's fragment; null if it has none. */
  token: string | null
}

type Inspected = { app: string; hostOrigin: string; device: string; askedAt: string }

/**
 * `/w/device`: the device that asks to be confirmed, and the number that it must show. Opening the link changes nothing, so that a
 * mail scanner that follows it changes nothing either.
 */
export function DeviceLinkPage({ calls, token }: DeviceLinkPageProps) {
  const { t, format } = useScope()
  const [asked, setAsked] = useState<Inspected | null>(null)
  const [number, setNumber] = useState('')
  const [next, setNext] = useState<'code' | 'connected' | null>(null)
  const field = useId()
  const inspect = useCall(async () => {
    if (token !== null) setAsked(await calls.inspectDeviceLink({ token }))
  })
  const approve = useCall(async () => {
    if (token !== null) setNext((await calls.approveDevice({ token, number })).next)
  })
  const { run: inspectNow } = inspect
  useEffect(() => inspectNow(), [token])

  if (next !== null) return <Outcome title={t(`link.device.${next}.title`)} text={t(`link.device.${next}.text`)} />
  const failure = approve.failure ?? inspect.failure
  if (token === null || failure?.code === 'link_invalid') {
    return <Outcome tone="loss" title={t('link.gone.title')} text={t('link.gone.text')} />
  }
  if (asked === null) {
    return (
      <WindowLayout title={inspect.failure === null ? t('link.inspecting') : t('link.failed.title')}>
        <Failure failure={inspect.failure} />
        {inspect.failure !== null && <Button onClick={() => inspect.run()}>{t('link.retry')}</Button>}
      </WindowLayout>
    )
  }
  const isComplete = /^\d{2}$/.test(number)
  return (
    <WindowLayout title={t('link.device.title')} text={t('link.device.text')}>
      <Details>
        <Detail name={t('link.device.site')}>
          <span translate={false} dir="ltr">
            {asked.hostOrigin}
          </span>
        </Detail>
        <Detail name={t('link.device.app')}>
          <bdi translate={false}>{asked.app}</bdi>
        </Detail>
        <Detail name={t('link.device.device')}>
          <bdi translate={false}>{asked.device}</bdi>
        </Detail>
        <Detail name={t('link.device.time')}>
          <time dateTime={asked.askedAt}>{format.dateTime(asked.askedAt)}</time>
        </Detail>
      </Details>
      <Failure failure={approve.failure} />
      <CallForm call={approve} ready={isComplete} label={t('link.device.approve')} busyLabel={t('link.device.busy')}>
        <label class="field-label aside" for={field}>
          {t('link.device.number')}
        </label>
        <NumberField
          id={field}
          value={number}
          busy={approve.busy}
          onInput={(next) => {
            approve.clear()
            setNumber(next)
          }}
        />
      </CallForm>
      <p class="aside">{t('link.device.notMe')}</p>
    </WindowLayout>
  )
}
