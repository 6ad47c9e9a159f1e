import type { Description } from '@latchkey/clear-signing'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../ui/Button.tsx'
import { Hero } from '../ui/Hero.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { useLongWait } from '../ui/useLongWait.ts'
import { type WatchSeen, watchVisible } from '../ui/watchVisible.ts'
import { ApprovalBody } from './approval/ApprovalBody.tsx'
import { ApproveButton } from './approval/ApproveButton.tsx'
import { approveLabel, approveTitle, busyLabel, gravestWarning, rejectLabel } from './approval/approveLabel.ts'
import { FindingText } from './approval/FindingText.tsx'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

type ApproveCardState = Extract<Card, { kind: 'approve' }>

export type ApproveCardProps = {
  card: ApproveCardState
  actions: CardActions
  /** Detects whether the frame is visible; tests replace it. */
  watch?: (element: HTMLElement) => WatchSeen
}

/** Milliseconds after which a card that could not be armed offers the window. */
const hiddenAfter = 3000

/** Shows a request and takes the decision, here or in a wallet window. */
export function ApproveCard({ card, actions, watch = watchCard }: ApproveCardProps) {
  const { t, failureText } = useScope()
  const foot = useRef<HTMLDivElement>(null)
  const { description, state } = card
  const title = approveTitle({ t, description })
  if (state === 'failed') {
    return (
      <CardFrame
        title={title}
        foot={
          <Button kind="secondary" onClick={actions.reject}>
            {t('close')}
          </Button>
        }
      >
        <Hero
          icon="alert"
          tone="loss"
          title={t('approve.failed.title')}
          text={card.failure === null ? undefined : failureText(card.failure)}
        />
      </CardFrame>
    )
  }
  if (state === 'inWindow') {
    return (
      <CardFrame
        title={title}
        foot={
          <div class="pair">
            <Button kind="secondary" onClick={actions.reject}>
              {rejectLabel({ t, description })}
            </Button>
            <Button kind="secondary" onClick={() => actions.openWindow('approve')}>
              {t('approve.openAgain')}
            </Button>
          </div>
        }
      >
        <Hero icon="external" tone="accent" title={t('approve.inWindow.title')} text={t('approve.inWindow.text')} />
      </CardFrame>
    )
  }
  const isReading = description === null || state === 'reading'
  return (
    <CardFrame
      title={title}
      footRef={foot}
      foot={
        !isReading && card.place === 'window' ? (
          <WindowFoot card={{ ...card, description }} actions={actions} />
        ) : (
          <CardFoot
            card={{ ...card, description: isReading ? null : description }}
            actions={actions}
            foot={foot}
            watch={watch}
          />
        )
      }
    >
      {card.failure !== null && (
        <Note tone="loss" alert>
          {failureText(card.failure)}
        </Note>
      )}
      {isReading ? (
        <Reading />
      ) : (
        <ApprovalBody
          card={{ ...card, description }}
          shownBelow={card.place === 'card' ? gravestWarning(description) : null}
        />
      )}
    </CardFrame>
  )
}

/** Watches the whole card and not only the buttons: a page that covers the amounts must not get a click on the button. */
function watchCard(element: HTMLElement): WatchSeen {
  return watchVisible({ element: element.closest('.card') ?? element })
}

function Reading() {
  const { t } = useScope()
  const slow = useLongWait(true, 10_000)
  return (
    <>
      <p class="status-line" role="status">
        {slow ? t('approve.readingSlow') : t('approve.reading')}
      </p>
      <span class="skeleton" data-shape="box" />
      <span class="skeleton" data-shape="box" />
      <span class="skeleton" data-shape="line" />
    </>
  )
}

function WindowFoot({
  card: { description, windowReason: reason },
  actions,
}: {
  card: ApproveCardState
  actions: CardActions
}) {
  const { t } = useScope()
  return (
    <>
      <p class="aside">{t(reason === 'value' ? 'approve.window.value' : 'approve.window.text')}</p>
      <Button icon="external" onClick={() => actions.openWindow('approve')}>
        {t('approve.window')}
      </Button>
      <Button kind="quiet" onClick={actions.reject}>
        {rejectLabel({ t, description })}
      </Button>
    </>
  )
}

type CardFootProps = Required<Omit<ApproveCardProps, 'card'>> & {
  /** While the request is read, `description` is null. Decline is the same button before and after, so that no click on it is lost. */
  card: ApproveCardState & { description: Description | null }
  foot: { current: HTMLDivElement | null }
}

function CardFoot({ card: { description, state }, actions, foot, watch }: CardFootProps) {
  const { t } = useScope()
  const [armed, setArmed] = useState(false)
  const isLong = useLongWait(!armed && description !== null && state === 'ready', hiddenAfter)
  // Once offered it stays: removing it would move the button and restart the wait.
  const [isOffered, setOffered] = useState(false)
  if (isLong && !isOffered) setOffered(true)
  const warning = description && gravestWarning(description)
  const busy = state === 'signing'
  return (
    <>
      {warning !== null && (
        <p class="foot-warning" data-level={warning.level}>
          <Icon name="alert" />
          <span>
            <FindingText finding={warning} />
          </span>
        </p>
      )}
      {isOffered && (
        <p class="foot-warning" role="status">
          <Icon name="alert" />
          <span>
            {t('approve.hidden')}{' '}
            <button type="button" class="text-button" onClick={() => actions.openWindow('approve')}>
              {t('approve.window')}
            </button>
          </span>
        </p>
      )}
      <div class="pair">
        <Button kind="secondary" disabled={busy} onClick={actions.reject}>
          {rejectLabel({ t, description })}
        </Button>
        {description === null ? (
          <span class="btn" aria-hidden="true" />
        ) : (
          <ApproveButton
            label={busy ? busyLabel({ t, description }) : approveLabel({ t, description })}
            busy={busy}
            region={foot}
            watch={watch}
            subject={description}
            onArmed={setArmed}
            onApprove={actions.approve}
          />
        )}
      </div>
    </>
  )
}
