import { Button } from '../ui/Button.tsx'
import { Hero } from '../ui/Hero.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

export type StepUpCardProps = { card: Extract<Card, { kind: 'stepUp'; method: 'passkey' }>; actions: CardActions }

/** Asks for the passkey before a sensitive action, and names the action. */
export function StepUpCard({ card, actions }: StepUpCardProps) {
  const { t, failureText } = useScope()
  return (
    <CardFrame title={t('stepUp.title')}>
      <Hero icon="finger" tone="accent" title={t('stepUp.heading')} text={t(`stepUp.reason.${card.reason}`)} />
      {card.failure !== null && (
        <Note tone="loss" alert>
          {failureText(card.failure)}
        </Note>
      )}
      <Button icon="finger" busy={card.busy} onClick={actions.confirmWithPasskey}>
        {card.busy ? t('stepUp.busy') : card.failure === null ? t('stepUp.passkey') : t('retry')}
      </Button>
    </CardFrame>
  )
}
