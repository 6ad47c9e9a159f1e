import type { OrderStage } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Steps } from '../../ui/Steps.tsx'

export type OrderStepsProps = { stage: OrderStage }

const stepOf: { readonly [Stage in OrderStage]?: number } = {
  waiting: 0,
  declined: 0,
  processing: 0,
  paid: 1,
  sent: 2,
  delivered: 3,
}

/** Progress of an order: paid, on its way, arrived. Empty for an order that has stopped. */
export function OrderSteps({ stage }: OrderStepsProps) {
  const { t } = useModalScope()
  const at = stepOf[stage]
  if (at === undefined) return null
  const names = [t('buy.paid.title'), t('buy.sent.title'), t('buy.step.arrived')]
  return <Steps names={names} at={at} />
}
