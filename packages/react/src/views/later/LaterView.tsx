import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { Button } from '../../ui/Button.tsx'
import { MissingService } from '../../ui/MissingService.tsx'

/** Stands in for the views of buying on a site that has not set it up. */
export function LaterView() {
  const { latchkey, t } = useModalScope()
  const { modal } = latchkey
  const { isConnected } = useAccount()
  return (
    <MissingService
      icon="coins"
      title={t('later.buy')}
      instead={isConnected && <Button onClick={() => modal.push('Receive')}>{t('later.receive')}</Button>}
    >
      <Button kind="quiet" onClick={() => modal.push('WhatIsABuy')}>
        {t('title.WhatIsABuy')}
      </Button>
    </MissingService>
  )
}
