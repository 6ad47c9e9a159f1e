import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { FeatureList } from '../../ui/FeatureList.tsx'

/** Explains wallets to a new visitor. */
export function WhatIsAWallet() {
  const { latchkey, t } = useModalScope()
  return (
    <div className="view">
      <FeatureList
        points={[
          { icon: 'coins', title: t('whatIsAWallet.home.title'), text: t('whatIsAWallet.home.text') },
          { icon: 'key', title: t('whatIsAWallet.signIn.title'), text: t('whatIsAWallet.signIn.text') },
          { icon: 'shield', title: t('whatIsAWallet.yours.title'), text: t('whatIsAWallet.yours.text') },
        ]}
      />
      <Button onClick={() => latchkey.modal.push('GetWallet')}>{t('connect.getWallet')}</Button>
    </div>
  )
}
