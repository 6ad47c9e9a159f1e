import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { AllWallets } from '../connect/AllWallets.tsx'
import { ConsentBox } from '../connect/ConsentBox.tsx'
import { LegalLinks } from '../connect/LegalLinks.tsx'
import { useConsent } from '../connect/useConsent.ts'
import type { View } from '../ViewGroup.ts'
import { PairingCode } from './PairingCode.tsx'
import { PairingMissing } from './PairingMissing.tsx'
import { ReachNote } from './ReachNote.tsx'
import { usePairingAttempt } from './usePairingAttempt.ts'

/** A code that any wallet can scan or paste. A phone, where few can scan it, shows all wallets unless the visitor asked for the code. */
export const ConnectingWalletConnectBasic: View<'ConnectingWalletConnectBasic'> = ({ data }) => {
  const { latchkey, t } = useModalScope()
  const { pairing, wallets } = latchkey
  const consent = useConsent()
  if (!pairing.isAvailable) return <PairingMissing />
  if (wallets.isMobile() && data?.code !== true) return <AllWallets data={undefined} />
  if (consent.isRequired && !consent.isGiven) {
    return (
      <div className="view">
        <Hero icon="qr" title={t('pairing.consent.title')} text={t('pairing.consent.text')} />
        <ConsentBox consent={consent} />
      </div>
    )
  }
  return <AnyCode isFirst={!consent.isRequired} />
}

function AnyCode({ isFirst }: { isFirst: boolean }) {
  const { latchkey, t } = useModalScope()
  const { config, modal } = latchkey
  const attempt = usePairingAttempt(undefined)
  // As the first view, it also shows the terms and the link to other wallets.
  const isAlone = modal.getState().history.length === 1
  return (
    <div className="view">
      <PairingCode wallet={undefined} attempt={attempt} />
      <ReachNote />
      {isAlone && config.allWallets !== 'hide' && config.allWallets !== 'only-mobile' && (
        <Button kind="quiet" onClick={() => modal.push('AllWallets')}>
          {t('connect.all')}
        </Button>
      )}
      {isAlone && isFirst && <LegalLinks />}
    </div>
  )
}
