import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { WalletStep } from '../../ui/WalletStep.tsx'

/** Shown behind the wallet's card while it asks for an approval. */
export function ApproveTransaction() {
  const { latchkey, t } = useModalScope()
  return (
    <WalletStep icon="shield" state="waiting" title={t('approve.title')} text={t('approve.text')}>
      <Button kind="secondary" onClick={() => latchkey.modal.close()}>
        {t('approve.decline')}
      </Button>
    </WalletStep>
  )
}
