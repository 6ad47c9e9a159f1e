import { ActionRow } from '../ui/ActionRow.tsx'
import { Button } from '../ui/Button.tsx'
import { Hero } from '../ui/Hero.tsx'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'
import { shortAddress } from '../ui/shortAddress.ts'
import type { Card, CardActions } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'

const icons = { backupCode: 'paper', password: 'key', oldDevice: 'device' } as const

/** Asks how to unlock the wallet on a device without a share. Codes and passwords are entered in a window, never here. */
export function RecoverCard({ card, actions }: { card: Extract<Card, { kind: 'recover' }>; actions: CardActions }) {
  const { t, failureText } = useScope()
  const passkey = card.methods.includes('passkey')
  const others = (['backupCode', 'password', 'oldDevice'] as const).filter((method) => card.methods.includes(method))
  const address = (
    <span translate={false} dir="ltr">
      {shortAddress(card.address)}
    </span>
  )
  if (card.methods.length === 0) {
    return (
      <CardFrame title={t('recover.title')}>
        <Hero icon="alert" tone="loss" title={t('recover.none.title')} text={t('recover.none.text')} />
        <Button kind="secondary" onClick={actions.cancel}>
          {t('close')}
        </Button>
      </CardFrame>
    )
  }
  const openWindow = () => actions.openWindow('recover')
  return (
    <CardFrame title={t('recover.title')}>
      <Hero
        icon={passkey ? 'finger' : 'lock'}
        tone="accent"
        title={t('recover.passkey.title')}
        text={passkey ? t('recover.passkey.text') : t('recover.window.text')}
      />
      {card.failure !== null && (
        <Note tone="loss" alert>
          {failureText(card.failure)}
        </Note>
      )}
      {passkey && (
        <Button icon="finger" busy={card.busy} onClick={actions.recoverWithPasskey}>
          {card.busy ? t('recover.busy') : card.failure === null ? t('recover.passkey') : t('retry')}
        </Button>
      )}
      {others.length > 0 && (
        <section class="list" aria-label={t('recover.other')}>
          {others.map((method) => (
            <ActionRow
              key={method}
              icon={icons[method]}
              title={t(`recover.${method}`)}
              text={t(`recover.${method}.text`)}
              external
              onClick={openWindow}
            />
          ))}
          {card.methods.length === 1 && (
            <ActionRow
              icon="wallet"
              title={t('recover.gone')}
              text={t('recover.none.title')}
              external
              onClick={openWindow}
            />
          )}
        </section>
      )}
      <p class="aside">
        <span translate={false} dir="ltr" class="sr">
          {card.address}
        </span>
        <span aria-hidden="true">{address}</span>
      </p>
    </CardFrame>
  )
}
