import type { ComponentChildren } from 'preact'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { useNow } from '../ui/useNow.ts'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

/** Refusals after which the mailed code is invalid. */
const dead: readonly string[] = ['code_expired', 'attempt_unknown']

/** Asks for the six digits from the email. */
export function CodeCard({
  card,
  actions,
  note,
}: {
  card: Extract<Card, { kind: 'code' }>
  actions: CardActions
  note: ComponentChildren
}) {
  const { t, format, failureText } = useScope()
  const now = useNow(Math.max(card.resendAt, card.expiresAt))
  const wait = card.resendAt - now
  const expired = now >= card.expiresAt || (card.failure !== null && dead.includes(card.failure.code))
  const problem = card.failure === null ? (expired ? t('code.expired') : null) : failureText(card.failure)
  return (
    <CardFrame title={t(`code.title.${card.purpose}`)}>
      <p class="hero-text aside">
        {t('code.sent')}{' '}
        <b translate={false} dir="ltr">
          {card.email}
        </b>
      </p>
      {card.newEmail !== undefined && (
        <Note tone="warn">
          {t('code.changesTo')}{' '}
          <b translate={false} dir="ltr">
            {card.newEmail}
          </b>
        </Note>
      )}
      {card.isFleeting && <Note tone="warn">{t('security.memoryOnly')}</Note>}
      {note}
      <CodeField
        label={t('code.field')}
        busy={card.busy}
        refusal={card.failure}
        describedBy="code-status"
        onCode={actions.submitCode}
      />
      <p
        id="code-status"
        class="status-line"
        role={problem === null || card.busy ? 'status' : 'alert'}
        data-tone={problem === null || card.busy ? undefined : 'loss'}
      >
        {card.busy ? t('code.busy') : (problem ?? t('code.hint'))}
      </p>
      <Button
        kind={expired && wait <= 0 ? 'primary' : 'secondary'}
        disabled={wait > 0 || card.busy}
        onClick={actions.resendCode}
      >
        {wait > 0 ? (
          <span class="figures">{t('code.againIn', { time: format.countdown(wait) })}</span>
        ) : (
          t('code.again')
        )}
      </Button>
    </CardFrame>
  )
}
