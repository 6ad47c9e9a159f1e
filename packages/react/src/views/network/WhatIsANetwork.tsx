import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { FeatureList } from '../../ui/FeatureList.tsx'

/** Explains networks to a new visitor. */
export function WhatIsANetwork() {
  const { latchkey, t } = useModalScope()
  return (
    <div className="view">
      <FeatureList
        points={[
          { icon: 'layers', title: t('whatIsANetwork.ledger.title'), text: t('whatIsANetwork.ledger.text') },
          { icon: 'coins', title: t('whatIsANetwork.own.title'), text: t('whatIsANetwork.own.text') },
          { icon: 'globe', title: t('whatIsANetwork.switch.title'), text: t('whatIsANetwork.switch.text') },
        ]}
      />
      <Button onClick={() => latchkey.modal.push('Networks')}>{t('whatIsANetwork.choose')}</Button>
    </div>
  )
}
