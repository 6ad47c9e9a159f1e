import type { ComponentChildren } from 'preact'
import { Button } from '../ui/Button.tsx'
import { keepTogether } from '../ui/keepTogether.ts'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { useNow } from '../ui/useNow.ts'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

/** Shows the number that the page of the device link asks for. */
export function DeviceCard({
  card,
  actions,
  note,
}: {
  card: Extract<Card, { kind: 'device' }>
  actions: CardActions
  note: ComponentChildren
}) {
  const { t, format, failureText } = useScope()
  const now = useNow(card.expiresAt)
  const expired = now >= card.expiresAt
  const problem = card.failure === null ? (expired ? t('device.expired') : null) : failureText(card.failure)
  return (
    <CardFrame title={t('device.title')}>
      <p class="aside">{t('device.text', { email: keepTogether(card.email) })}</p>
      <p class="big-number" translate={false} dir="ltr">
        <span class="sr">{t('device.number', { number: card.number })}</span>
        <span aria-hidden="true">{card.number}</span>
      </p>
      {problem === null ? (
        <>
          <p class="status-line figures">{t('device.waiting', { time: format.countdown(card.expiresAt - now) })}</p>
          <p class="aside">{t('device.hint')}</p>
          {note}
          <Button kind="secondary" onClick={actions.cancel}>
            {t('cancel')}
          </Button>
        </>
      ) : (
        <>
          <Note tone="loss" alert>
            {problem}
          </Note>
          <Button kind="secondary" onClick={actions.cancel}>
            {t('close')}
          </Button>
        </>
      )}
    </CardFrame>
  )
}
