import { useModalScope } from '../context/ModalScope.tsx'
import { useAccount } from '../hooks/useAccount.ts'
import { Button } from './Button.tsx'

/** The ways to get tokens for the account in use. Bitcoin cannot be bought here. */
export function GetTokens() {
  const { latchkey, t } = useModalScope()
  const isBuyable = useAccount().account?.namespace !== 'bip122'
  return (
    <div className="pair">
      {isBuyable && (
        <Button kind="secondary" icon="plus" onClick={() => latchkey.modal.push('OnRampProviders')}>
          {t('title.OnRampProviders')}
        </Button>
      )}
      <Button kind="secondary" icon="receive" onClick={() => latchkey.modal.push('Receive')}>
        {t('account.receive')}
      </Button>
    </div>
  )
}
