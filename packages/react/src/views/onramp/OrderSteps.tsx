import { useModalScope } from '../../context/ModalScope.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { OrderStage } from './orderStage.ts'

/** What {@link OrderSteps} takes. */
export type OrderStepsProps = { stage: OrderStage }

const stepOf: { readonly [Stage in OrderStage]?: number } = {
  waiting: 0,
  declined: 0,
  processing: 0,
  paid: 1,
  sent: 2,
  delivered: 3,
}

/** How far a purchase has come: paid, on its way, arrived. Nothing where it goes no further. */
export function OrderSteps({ stage }: OrderStepsProps) {
  const { t } = useModalScope()
  const at = stepOf[stage]
  if (at === undefined) return null
  const names = [t('buy.paid.title'), t('buy.sent.title'), t('buy.step.arrived')]
  return (
    <ol className="steps">
      {names.map((name, index) => (
        <li
          key={name}
          className="step"
          data-state={index < at ? 'done' : index === at ? 'now' : 'later'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="step-mark">
            {index < at ? (
              <Icon name="check" />
            ) : index === at ? (
              stage === 'declined' ? (
                <Icon name="close" />
              ) : (
                <Spinner />
              )
            ) : null}
          </span>
          <span>{name}</span>
        </li>
      ))}
    </ol>
  )
}
