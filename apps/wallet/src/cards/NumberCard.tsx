import { providerNames } from '@latchkey/protocol'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { useNow } from '../ui/useNow.ts'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

/** Shows the number that a window of a provider asks for when it lost the page that opened it. */
export function NumberCard({ card, actions }: { card: Extract<Card, { kind: 'number' }>; actions: CardActions }) {
  const { t, format } = useScope()
  const now = useNow(card.expiresAt)
  const isExpired = now >= card.expiresAt
  return (
    <CardFrame title={t('number.title')}>
      {isExpired ? (
        <Note tone="loss" alert>
          {t('number.expired')}
        </Note>
      ) : (
        <>
          <p class="aside">{t('number.text', { provider: providerNames[card.provider] })}</p>
          <p class="big-number" translate={false} dir="ltr">
            <span class="sr">{t('device.number', { number: card.number })}</span>
            <span aria-hidden="true">{card.number}</span>
          </p>
          <p class="status-line figures">{t('device.waiting', { time: format.countdown(card.expiresAt - now) })}</p>
          <p class="aside">{t('number.hint')}</p>
        </>
      )}
      <Button kind="secondary" onClick={actions.cancel}>
        {isExpired ? t('close') : t('cancel')}
      </Button>
    </CardFrame>
  )
}
