import type { ConnectedAccount } from '@latchkey/core'
import type { ReactNode } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useNames } from '../../hooks/useNames.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { MissingService } from '../../ui/MissingService.tsx'
import { OtherWallet } from './OtherWallet.tsx'

export type NameGateProps = {
  children: (ready: {
    account: ConnectedAccount
    /** Ending of all names; undefined while it is unknown. */
    zone: string | undefined
  }) => ReactNode
}

/** Renders its children if the site registers names and the embedded wallet is in use on an EVM network. Otherwise shows what is missing. */
export function NameGate({ children }: NameGateProps) {
  const { latchkey, t } = useModalScope()
  const { account } = useAccount()
  const { zone } = useNames()
  if (zone === null || !latchkey.email.isAvailable) return <MissingService icon="person" title={t('later.name')} />
  if (account === undefined)
    return (
      <div className="view">
        <Hero icon="person" tone="accent" title={t('names.connect.title')} text={t('names.connect.text')} />
        <Button autoFocusInView onClick={() => latchkey.modal.push('Connect')}>
          {t('title.Connect')}
        </Button>
      </div>
    )
  if (account.connector.type !== 'embedded' || account.namespace !== 'eip155') return <OtherWallet account={account} />
  return children({ account, zone })
}
