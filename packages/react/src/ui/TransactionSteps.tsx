import type { TransactionStatus } from '@latchkey/core'
import { useModalScope } from '../context/ModalScope.tsx'
import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

/** What {@link TransactionSteps} takes. */
export type TransactionStepsProps = { status: Extract<TransactionStatus, { type: 'pending' | 'confirmed' }> }

/** How far a transaction has come: handed over, in a block, final. */
export function TransactionSteps({ status }: TransactionStepsProps) {
  const { t } = useModalScope()
  const isConfirmed = status.type === 'confirmed'
  const at = isConfirmed ? (status.final ? 3 : 2) : 1
  const names = [
    t('transactions.step.sent'),
    isConfirmed ? t('transactions.step.block', { block: String(status.block) }) : t('transactions.step.confirmed'),
    t('transactions.step.final'),
  ]
  return (
    <ol className="steps">
      {names.map((name, index) => (
        <li
          key={name}
          className="step"
          data-state={index < at ? 'done' : index === at ? 'now' : 'later'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="step-mark">{index < at ? <Icon name="check" /> : index === at ? <Spinner /> : null}</span>
          <span>{name}</span>
        </li>
      ))}
    </ol>
  )
}
