import { Button } from '../ui/Button.tsx'
import { Detail, Details } from '../ui/Details.tsx'
import { Hero } from '../ui/Hero.tsx'
import { useScope } from '../ui/Scope.ts'
import { FindingNotes } from './approval/FindingNotes.tsx'
import { RawDetails } from './approval/RawDetails.tsx'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

/** Shows why a request was not signed and never will be. */
export function RefusedCard({ card, actions }: { card: Extract<Card, { kind: 'refused' }>; actions: CardActions }) {
  const { t } = useScope()
  const { description, method } = card
  return (
    <CardFrame
      title={description === null ? t('refused.action.title') : t('refused.title')}
      foot={
        <Button kind="secondary" onClick={actions.cancel}>
          {t('close')}
        </Button>
      }
    >
      {description === null ? (
        <Hero icon="block" tone="loss" title={t('refused.request.title')} text={t('refused.action.text')} />
      ) : (
        <>
          <Hero icon="block" tone="loss" title={t('refused.request.title')} text={t('refused.request.text')} />
          <FindingNotes findings={description.findings.filter(({ level }) => level === 'refuse')} />
        </>
      )}
      <Details>
        <Detail name={t('refused.method')}>
          <span translate={false} dir="ltr">
            {method}
          </span>
        </Detail>
      </Details>
      {description !== null && <RawDetails description={description} />}
    </CardFrame>
  )
}
