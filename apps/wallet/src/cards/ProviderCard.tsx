import { providerNames } from '@latchkey/protocol'
import { Button } from '../ui/Button.tsx'
import { useScope } from '../ui/Scope.ts'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'
import { SignInText } from './SignInText.tsx'

/**
 * Shows while the visitor is at a provider for a login that also signs in to the site. It shows the statement before the visitor acts
 * there.
 */
export function ProviderCard({ card, actions }: { card: Extract<Card, { kind: 'provider' }>; actions: CardActions }) {
  const { t } = useScope()
  return (
    <CardFrame title={t('number.title')}>
      <SignInText note={card.note} />
      <p class="status-line" role="status">
        {t('social.waiting', { provider: providerNames[card.provider] })}
      </p>
      <Button kind="secondary" onClick={actions.cancel}>
        {t('cancel')}
      </Button>
    </CardFrame>
  )
}
