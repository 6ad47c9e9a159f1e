import type { ConnectedAccount } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useConnections } from '../../hooks/useConnections.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'

export type OtherWalletProps = { account: ConnectedAccount }

/** Explains that names need the embedded wallet on an EVM network, and leads there. */
export function OtherWallet({ account: { connector } }: OtherWalletProps) {
  const { latchkey, t } = useModalScope()
  const { modal } = latchkey
  const { connections, select } = useConnections()
  const { active } = useNetwork()
  const own = connections.find(({ account }) => account.connector.type === 'embedded' && account.namespace === 'eip155')
    ?.account.connector
  if (connector.type === 'embedded')
    return (
      <div className="view">
        <Hero
          icon="globe"
          tone="accent"
          title={t('names.family.title')}
          text={t('names.family.text', { network: active?.name ?? '' })}
        />
        <Button autoFocusInView onClick={() => modal.push('Networks')}>
          {t('title.Networks')}
        </Button>
      </div>
    )
  return (
    <div className="view">
      <Hero
        icon="mail"
        tone="accent"
        title={t('names.wallet.title')}
        text={t('names.wallet.text', { wallet: connector.name })}
      />
      {own === undefined ? (
        <Button autoFocusInView onClick={() => modal.push('Connect')}>
          {t('names.wallet.signIn')}
        </Button>
      ) : (
        <Button autoFocusInView onClick={() => select({ connectorId: own.id })}>
          {t('names.wallet.use', { wallet: own.name })}
        </Button>
      )}
    </div>
  )
}
