import { Button } from '../ui/Button.tsx'
import { useScope } from '../ui/Scope.ts'
import { Spinner } from '../ui/Spinner.tsx'
import type { CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

/** Shows while the browser computes the proof of work that the server requires before an email. */
export function WorkCard({ actions }: { actions: CardActions }) {
  const { t } = useScope()
  return (
    <CardFrame title={t('work.title')}>
      <div class="hero" role="status">
        <span class="hero-mark" data-tone="plain">
          <Spinner />
        </span>
        <p class="hero-text">{t('work.text')}</p>
      </div>
      <Button kind="secondary" onClick={actions.cancel}>
        {t('cancel')}
      </Button>
    </CardFrame>
  )
}
