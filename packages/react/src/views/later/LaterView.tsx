import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useSelected } from '../../store/useSelected.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import type { IconName } from '../../ui/Icon.tsx'

/** What a service would do for the visitor. */
export type LaterService = 'buy' | 'name'

const icons: { readonly [Service in LaterService]: IconName } = {
  buy: 'coins',
  name: 'person',
}

/** Stands in for the views of a service that this site has not set up: says what it is for, and leads on. */
export function LaterView({ service }: { service: LaterService }) {
  const { latchkey, t } = useModalScope()
  const { modal, config } = latchkey
  const { isConnected } = useAccount()
  const hasBack = useSelected(modal, ({ history }) => history.length > 1, false)
  return (
    <div className="view">
      <Hero
        icon={icons[service]}
        tone="accent"
        title={t(`later.${service}`)}
        text={t('later.text', { app: config.metadata.name })}
      />
      {service === 'buy' && isConnected && <Button onClick={() => modal.push('Receive')}>{t('later.receive')}</Button>}
      {hasBack ? (
        <Button kind="secondary" onClick={() => modal.goBack()}>
          {t('header.back')}
        </Button>
      ) : isConnected ? (
        <Button kind="secondary" onClick={() => modal.reset('Account')}>
          {t('later.account')}
        </Button>
      ) : (
        <Button kind="secondary" onClick={() => modal.reset('Connect')}>
          {t('title.Connect')}
        </Button>
      )}
      {service === 'buy' && (
        <Button kind="quiet" onClick={() => modal.push('WhatIsABuy')}>
          {t('title.WhatIsABuy')}
        </Button>
      )}
    </div>
  )
}
