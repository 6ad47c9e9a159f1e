import { Button } from '../ui/Button.tsx'
import { FeatureList } from '../ui/FeatureList.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

/** Asks for a passkey or a backup code, and shows the consequence of declining. */
export function ProtectCard({ card, actions }: { card: Extract<Card, { kind: 'protect' }>; actions: CardActions }) {
  const { t } = useScope()
  const without = {
    icon: 'alert',
    title: t('protect.without.title'),
    text: t(card.memoryOnly ? 'protect.without.memory' : 'protect.without.text'),
  } as const
  return (
    <CardFrame title={t('protect.title')} foot={<Actions card={card} actions={actions} />}>
      <p class="aside">{t(`protect.${card.reason}`)}</p>
      <FeatureList
        points={
          card.passkey
            ? [
                { icon: 'finger', title: t('protect.tap.title'), text: t('protect.tap.text') },
                { icon: 'device', title: t('protect.follow.title'), text: t('protect.follow.text') },
                without,
              ]
            : [{ icon: 'paper', title: t('protect.code.title'), text: t('protect.code.text') }, without]
        }
      />
    </CardFrame>
  )
}

function Actions({ card, actions }: { card: Extract<Card, { kind: 'protect' }>; actions: CardActions }) {
  const { t, failureText } = useScope()
  const openWindow = () => actions.openWindow('protect')
  return (
    <>
      {card.failure !== null && (
        <Note tone="loss" alert>
          {failureText(card.failure)}
        </Note>
      )}
      {card.passkey ? (
        <>
          <Button icon="finger" busy={card.busy} onClick={actions.protectWithPasskey}>
            {card.busy ? t('protect.busy') : card.failure === null ? t('protect.passkey') : t('retry')}
          </Button>
          <Button kind="secondary" icon="paper" disabled={card.busy} onClick={openWindow}>
            {t('protect.backupCodeInstead')}
          </Button>
        </>
      ) : (
        <Button icon="paper" onClick={openWindow}>
          {t('protect.backupCode')}
        </Button>
      )}
      {card.skippable && (
        <Button kind="quiet" disabled={card.busy} onClick={actions.skipProtection}>
          {t('protect.skip')}
        </Button>
      )}
    </>
  )
}
