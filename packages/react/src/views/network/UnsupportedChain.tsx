import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { Button } from '../../ui/Button.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { LeaveNote } from '../../ui/LeaveNote.tsx'
import { useDisconnect } from '../account/useDisconnect.ts'
import { NetworkList } from './NetworkList.tsx'

/** Shown while the wallet is on a network that the app does not use: choose another one, or disconnect. */
export function UnsupportedChain() {
  const { latchkey, t } = useModalScope()
  const { account } = useAccount()
  const { isLeaving, isAsking, leave } = useDisconnect()
  const { name } = latchkey.config.metadata
  return (
    <div className="view">
      <Hero
        icon="globe"
        tone="accent"
        title={t('unsupported.title')}
        text={t('unsupported.text', { wallet: account?.connector.name ?? t('connecting.unknown'), app: name })}
      />
      <NetworkList label={t('title.Networks')} />
      {isAsking && <LeaveNote />}
      <Button kind="danger" icon="power" busy={isLeaving} onClick={leave}>
        {t(isAsking ? 'leave.anyway' : 'account.disconnect')}
      </Button>
    </div>
  )
}
