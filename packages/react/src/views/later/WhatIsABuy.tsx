import { useModalScope } from '../../context/ModalScope.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { Button } from '../../ui/Button.tsx'
import { Points } from '../../ui/Points.tsx'

/** What buying crypto is, for somebody who never did. */
export function WhatIsABuy() {
  const { latchkey, t } = useModalScope()
  const { modal } = latchkey
  const { isConnected } = useAccount()
  return (
    <div className="view">
      <Points
        points={[
          { icon: 'coins', title: t('whatIsABuy.pay.title'), text: t('whatIsABuy.pay.text') },
          { icon: 'search', title: t('whatIsABuy.compare.title'), text: t('whatIsABuy.compare.text') },
          { icon: 'person', title: t('whatIsABuy.identity.title'), text: t('whatIsABuy.identity.text') },
        ]}
      />
      {isConnected ? (
        <Button onClick={() => modal.push('Receive')}>{t('title.Receive')}</Button>
      ) : (
        <Button onClick={() => modal.push('Connect')}>{t('title.Connect')}</Button>
      )}
    </div>
  )
}
