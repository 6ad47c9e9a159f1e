import type { TransactionStatus } from '@latchkey/core'
import { useModalScope } from '../context/ModalScope.tsx'
import { Steps } from './Steps.tsx'

export type TransactionStepsProps = { status: Extract<TransactionStatus, { type: 'pending' | 'confirmed' }> }

/** Progress of a transaction: submitted, confirmed, final. */
export function TransactionSteps({ status }: TransactionStepsProps) {
  const { t } = useModalScope()
  const isConfirmed = status.type === 'confirmed'
  const at = isConfirmed ? (status.final ? 3 : 2) : 1
  const names = [
    t('transactions.step.sent'),
    isConfirmed ? t('transactions.step.block', { block: String(status.block) }) : t('transactions.step.confirmed'),
    t(isConfirmed && !status.final ? 'transactions.step.finalLater' : 'transactions.step.final'),
  ]
  return <Steps names={names} at={at} isPatient={isConfirmed} />
}
