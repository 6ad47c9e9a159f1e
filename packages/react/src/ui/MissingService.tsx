import type { ReactNode } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useAccount } from '../hooks/useAccount.ts'
import { useSelected } from '../store/useSelected.ts'
import { Button } from './Button.tsx'
import { Hero } from './Hero.tsx'
import type { IconName } from './Icon.tsx'

export type MissingServiceProps = {
  icon: IconName
  /** The use of the service. */
  title: string
  /** An alternative, shown above the button. */
  instead?: ReactNode
  /** Further details, shown below. */
  children?: ReactNode
}

/** Shown on a site that has not set up a service: explains the service, and leads on. */
export function MissingService({ icon, title, instead, children }: MissingServiceProps) {
  const { latchkey, t } = useModalScope()
  const { modal, config } = latchkey
  const { isConnected } = useAccount()
  const hasBack = useSelected(modal, ({ history }) => history.length > 1, false)
  return (
    <div className="view">
      <Hero icon={icon} tone="accent" title={title} text={t('later.text', { app: config.metadata.name })} />
      {instead}
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
      {children}
    </div>
  )
}
