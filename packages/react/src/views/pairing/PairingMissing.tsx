import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'

/** States that this site has no WalletConnect, and leads on. */
export function PairingMissing() {
  const { latchkey, t } = useModalScope()
  const { modal } = latchkey
  return (
    <div className="view">
      <Hero icon="qr" title={t('pairing.missing.title')} text={t('pairing.missing.text')} />
      <Button autoFocusInView onClick={() => modal.replace('AllWallets')}>
        {t('connecting.choose')}
      </Button>
      <Button kind="secondary" onClick={() => modal.push('GetWallet')}>
        {t('connect.getWallet')}
      </Button>
    </div>
  )
}
