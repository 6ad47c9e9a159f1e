import { providerNames } from '@latchkey/protocol'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { ProviderMark } from '../ui/ProviderMark.tsx'
import { useScope } from '../ui/Scope.ts'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

export type SocialStepUpCardProps = {
  card: Extract<Card, { kind: 'stepUp'; method: 'social' }>
  actions: CardActions
}

/** Asks for a confirmation by the provider before a sensitive action, and names the action. */
export function SocialStepUpCard({ card, actions }: SocialStepUpCardProps) {
  const { t, failureText } = useScope()
  const provider = providerNames[card.provider]
  return (
    <CardFrame title={t('stepUp.title')}>
      <div class="hero">
        <span class="hero-mark">
          <ProviderMark provider={card.provider} />
        </span>
        <h2 class="hero-title">{t('social.heading', { provider })}</h2>
        <p class="hero-text">{t(`stepUp.reason.${card.reason}`)}</p>
      </div>
      {card.failure !== null && (
        <Note tone="loss" alert>
          {failureText(card.failure)}
        </Note>
      )}
      {card.number !== null && (
        <>
          <p class="aside">{t('number.text', { provider })}</p>
          <p class="big-number" translate={false} dir="ltr">
            <span class="sr">{t('device.number', { number: card.number })}</span>
            <span aria-hidden="true">{card.number}</span>
          </p>
        </>
      )}
      {card.isWaiting ? (
        <>
          <p class="status-line" role="status">
            {t('social.waiting', { provider })}
          </p>
          <Button kind="secondary" onClick={actions.cancel}>
            {t('cancel')}
          </Button>
        </>
      ) : (
        <Button icon="external" onClick={actions.confirmWithProvider}>
          {t('social.go', { provider })}
        </Button>
      )}
    </CardFrame>
  )
}
