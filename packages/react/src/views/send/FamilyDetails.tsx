import type { SendPreview } from '@latchkey/core'
import { formatUnits } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Detail } from '../../ui/Details.tsx'

export type FamilyDetailsProps = {
  preview: SendPreview
  /** Of the native token. */
  decimals: number
}

/** Details that only Solana or Bitcoin payments have: the account that the payment creates, the fee rate, and the change. */
export function FamilyDetails({ preview: { transaction, nativeSymbol }, decimals }: FamilyDetailsProps) {
  const { t, format } = useModalScope()
  const coin = (amount: bigint) => (
    <span className="figures" translate="no">
      {format.amount(formatUnits(amount, decimals), { digits: 9 })} {nativeSymbol}
    </span>
  )
  if (transaction.namespace === 'solana')
    return transaction.createsAccount ? <Detail name={t('send.accountRent')}>{coin(transaction.rent)}</Detail> : null
  if (transaction.namespace !== 'bip122') return null
  const change = transaction.outputs.filter(({ isChange }) => isChange).reduce((sum, { value }) => sum + value, 0n)
  return (
    <>
      <Detail name={t('send.feeRate')}>
        <span className="figures" translate="no">
          {format.amount(formatUnits(transaction.feeRate, 3), { digits: 3 })} sat/vB
        </span>
      </Detail>
      {change > 0n && <Detail name={t('send.change')}>{coin(change)}</Detail>}
    </>
  )
}
