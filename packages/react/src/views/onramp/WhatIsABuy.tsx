import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { FeatureList } from '../../ui/FeatureList.tsx'
import { BuyDrawing } from './BuyDrawing.tsx'

/** Explains buying crypto to a new visitor. */
export function WhatIsABuy() {
  const { latchkey, t } = useModalScope()
  const { modal } = latchkey
  return (
    <div className="view">
      <BuyDrawing />
      <FeatureList
        points={[
          { icon: 'coins', title: t('whatIsABuy.pay.title'), text: t('whatIsABuy.pay.text') },
          { icon: 'search', title: t('whatIsABuy.compare.title'), text: t('whatIsABuy.compare.text') },
          { icon: 'person', title: t('whatIsABuy.identity.title'), text: t('whatIsABuy.identity.text') },
        ]}
      />
      <Button
        onClick={() =>
          modal.getState().history.at(-2)?.name === 'OnRampProviders' ? modal.goBack() : modal.push('OnRampProviders')
        }
      >
        {t('title.OnRampProviders')}
      </Button>
    </div>
  )
}
