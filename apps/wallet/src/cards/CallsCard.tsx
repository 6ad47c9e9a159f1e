import { Button } from '../ui/Button.tsx'
import { Detail, Details } from '../ui/Details.tsx'
import { Hero } from '../ui/Hero.tsx'
import { useScope } from '../ui/Scope.ts'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

/** Text and look of each EIP-5792 status. */
const looks = {
  100: { text: 'calls.pending', icon: 'clock', tone: 'accent' },
  200: { text: 'calls.done', icon: 'check', tone: 'accent' },
  400: { text: 'calls.dropped', icon: 'block', tone: 'loss' },
  500: { text: 'calls.undone', icon: 'alert', tone: 'loss' },
} as const

/** Shows the status of sent calls. Nothing to decide. */
export function CallsCard({ card, actions }: { card: Extract<Card, { kind: 'calls' }>; actions: CardActions }) {
  const { t } = useScope()
  const { text, icon, tone } = looks[card.status]
  return (
    <CardFrame
      title={t('calls.title')}
      foot={
        <Button kind="secondary" onClick={actions.cancel}>
          {t('close')}
        </Button>
      }
    >
      <Hero icon={icon} tone={tone} title={t(text)} />
      <Details>
        <Detail name={t('approve.network')}>
          <bdi translate={false}>{card.network}</bdi>
        </Detail>
        {card.hash !== null && (
          <Detail name={t('calls.transaction')} stacked>
            <span class="figures" translate={false} dir="ltr">
              {card.hash}
            </span>
          </Detail>
        )}
      </Details>
    </CardFrame>
  )
}
