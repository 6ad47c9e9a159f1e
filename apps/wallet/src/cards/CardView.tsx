import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Asker, Card, CardActions } from './Card.ts'
import { CardSurroundingsContext } from './CardFrame.tsx'
import { CodeCard } from './CodeCard.tsx'
import { DeviceCard } from './DeviceCard.tsx'
import type { LaterCards } from './LaterCards.ts'
import { ProtectCard } from './ProtectCard.tsx'
import { RecoverCard } from './RecoverCard.tsx'
import { StepUpCard } from './StepUpCard.tsx'
import { useCardSize } from './useCardSize.ts'

export type CardViewProps = {
  card: Card
  asker: Asker | null
  actions: CardActions
  /** Called with the CSS pixels that the card needs. */
  onHeight: (height: number) => void
  /** The screens that need an unlocked wallet. */
  later: LaterCards | undefined
}

/** The visible card: one landmark, labeled by its title, closed by Escape. */
export function CardView({ card, asker, actions, onHeight, later }: CardViewProps) {
  const element = useRef<HTMLElement>(null)
  useCardSize(element, onHeight)
  const isClosable = canClose(card)
  const close = card.kind === 'approve' ? actions.reject : actions.cancel
  const surroundings = useMemo(
    () => ({ asker: 'asker' in card ? card.asker : asker, onClose: isClosable ? close : undefined }),
    [card, asker, isClosable, close],
  )

  // A new card focuses its field, or else its title. Never a button: keys typed on the host's page must not press it.
  useEffect(() => {
    const target = element.current?.querySelector<HTMLElement>('[data-first]') ?? element.current?.querySelector('h1')
    target?.focus({ preventScroll: true })
  }, [card.kind])

  // A layout effect: the card's listeners must end with the card, not a frame later.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      event.preventDefault()
      if (isClosable) close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isClosable, close])

  return (
    <CardSurroundingsContext.Provider value={surroundings}>
      <main ref={element} class="card" aria-labelledby="card-title">
        <CurrentCard card={card} actions={actions} later={later} />
      </main>
    </CardSurroundingsContext.Provider>
  )
}

/** A running action cannot be closed. */
function canClose(card: Card): boolean {
  if (card.kind === 'approve') return card.state !== 'signing'
  if (card.kind === 'protect') return card.skippable && !card.busy
  return !('busy' in card && card.busy)
}

type CurrentCardProps = { card: Card; actions: CardActions; later: LaterCards | undefined }

function CurrentCard({ card, actions, later }: CurrentCardProps) {
  // The statement of a login's sign-in came with the later screens.
  const note = 'note' in card && later && <later.SignInText note={card.note} />
  switch (card.kind) {
    case 'code':
      return <CodeCard key={card.purpose} card={card} actions={actions} note={note} />
    case 'device':
      return <DeviceCard card={card} actions={actions} note={note} />
    case 'recover':
      return <RecoverCard card={card} actions={actions} />
    case 'protect':
      return <ProtectCard card={card} actions={actions} />
    case 'approve':
      return later && <later.ApproveCard card={card} actions={actions} />
    case 'refused':
      return later && <later.RefusedCard card={card} actions={actions} />
    case 'calls':
      return later && <later.CallsCard card={card} actions={actions} />
    case 'security':
      return later && <later.SecurityCard card={card} actions={actions} />
    case 'number':
      return later && <later.NumberCard card={card} actions={actions} />
    case 'provider':
      return later && <later.ProviderCard card={card} actions={actions} />
    case 'channel':
      return later && <later.ChannelCard card={card} />
    case 'work':
      return later && <later.WorkCard actions={actions} />
    case 'unlock':
      return later && <later.UnlockCard card={card} actions={actions} />
    case 'stepUp':
      if (card.method === 'passkey') return <StepUpCard card={card} actions={actions} />
      return later && <later.SocialStepUpCard card={card} actions={actions} />
  }
}
