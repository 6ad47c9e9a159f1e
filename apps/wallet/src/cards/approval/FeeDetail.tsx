import type { NetworkFee } from '@latchkey/clear-signing'
import { roundCostUp } from '@latchkey/protocol'
import { Detail } from '../../ui/Details.tsx'
import { useScope } from '../../ui/Scope.ts'
import { shortAddress } from '../../ui/shortAddress.ts'

/** Network cost: a maximum if no more is known, otherwise the exact amount with its rate. */
export function FeeDetail({
  fee: { cost, costText, symbol, gas, rateText, priorityText, payer },
}: {
  fee: NetworkFee
}) {
  const { t, format } = useScope()
  const isLimit = gas !== undefined
  const text = isLimit ? roundCostUp(costText) : costText
  return (
    <Detail name={t('approve.fee')}>
      <bdi class="figures" translate={false}>
        {format.amount(cost === 0n ? '0' : text)} {symbol}
      </bdi>
      {isLimit && <small>{t('approve.fee.most')}</small>}
      {rateText !== undefined && (
        <small>
          <bdi dir="ltr">{t('fee.rate', { rate: format.amount(rateText) })}</bdi>
        </small>
      )}
      {priorityText !== undefined && (
        <small>{t('fee.priority', { amount: `${format.amount(priorityText)} ${symbol}` })}</small>
      )}
      {payer !== undefined && <small>{t('fee.payer', { who: shortAddress(payer) })}</small>}
    </Detail>
  )
}
