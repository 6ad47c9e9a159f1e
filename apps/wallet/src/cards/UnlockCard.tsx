import { useRef } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { Hero } from '../ui/Hero.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { type WatchSeen, watchVisible } from '../ui/watchVisible.ts'
import { ApproveButton } from './approval/ApproveButton.tsx'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

export type UnlockCardProps = {
  card: Extract<Card, { kind: 'unlock' }>
  actions: CardActions
  /** Detects whether the frame is visible; tests replace it. */
  watch?: (element: HTMLElement) => WatchSeen
}

/** Shows that the wallet is locked, and how to unlock it. */
export function UnlockCard({ card, actions, watch = watchCard }: UnlockCardProps) {
  const { t, failureText } = useScope()
  const foot = useRef<HTMLDivElement>(null)
  return (
    <CardFrame
      title={t('unlockCard.title')}
      footRef={foot}
      foot={
        card.place === 'window' ? (
          <Button icon="external" onClick={() => actions.openWindow('unlock')}>
            {t('unlockCard.window')}
          </Button>
        ) : (
          <ApproveButton
            label={card.busy ? t('unlockCard.busy') : t('unlockCard.unlock')}
            busy={card.busy}
            region={foot}
            watch={watch}
            subject={card.place}
            onApprove={actions.unlock}
          />
        )
      }
    >
      <Hero icon="key" tone="accent" title={t('unlockCard.heading')} text={t('unlockCard.text')} />
      {card.failure !== null && (
        <Note tone="loss" alert>
          {failureText(card.failure)}
        </Note>
      )}
    </CardFrame>
  )
}

/** Watches the whole card, as with approvals. */
function watchCard(element: HTMLElement): WatchSeen {
  return watchVisible({ element: element.closest('.card') ?? element })
}
