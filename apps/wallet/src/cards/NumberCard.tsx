import { providerNames } from '@latchkey/protocol'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { useNow } from '../ui/useNow.ts'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

/** Shows the number that a wallet window asks for if it cannot reach the frame, or that the wallet's next page asks for. */
export function NumberCard({ card, actions }: { card: Extract<Card, { kind: 'number' }>; actions: CardActions }) {
  const { t, format } = useScope()
  const now = useNow(card.expiresAt)
  const isExpired = now >= card.expiresAt
  const { isBefore } = card
  const provider = providerNames[card.provider]
  return (
    <CardFrame title={t(isBefore ? 'number.before.title' : 'number.title')}>
      {isExpired ? (
        <Note tone="loss" alert>
          {t('number.expired')}
        </Note>
      ) : (
        <>
          <p class="aside">{t(isBefore ? 'number.before.text' : 'number.text', { provider })}</p>
          <p class="big-number" translate={false} dir="ltr">
            <span class="sr">{t('device.number', { number: card.number })}</span>
            <span aria-hidden="true">{card.number}</span>
          </p>
          {!isBefore && (
            <p class="status-line figures">{t('device.waiting', { time: format.countdown(card.expiresAt - now) })}</p>
          )}
          <p class="aside">{t(isBefore ? 'number.before.hint' : 'number.hint')}</p>
          {isBefore && <Button onClick={actions.goOn}>{t('number.before.go')}</Button>}
        </>
      )}
      <Button kind="secondary" onClick={actions.cancel}>
        {isExpired ? t('close') : t('cancel')}
      </Button>
    </CardFrame>
  )
}
