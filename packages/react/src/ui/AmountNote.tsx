import { writeAmount } from '@latchkey/protocol'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useModalScope } from '../context/ModalScope.tsx'
import type { UseAmountInputReturnType } from '../hooks/useAmountInput.ts'

export type AmountNoteProps = {
  /** ID of the field. */
  id: string
  field: UseAmountInputReturnType
  /** Unit of the amount. */
  unit: string | undefined
}

/** Shows the parsed amount and its other readings, or why the text is not an amount. Empty for an unambiguous text. */
export function AmountNote({ id, field: { problem, understood, other, takeOther, money }, unit }: AmountNoteProps) {
  const { t, format } = useModalScope()
  const { locale } = useLatchkeyContext()
  const counted = (amount: string) => (unit === undefined ? amount : `${amount}\u00a0${unit}`)
  const isForeign = money !== undefined && unit !== undefined
  return (
    <div id={`${id}read`} className="amount-note" role="status">
      {isForeign && <span className="issue">{t('amount.currency', { unit, sign: money.sign })}</span>}
      {problem !== undefined && !isForeign && (
        <span className="issue">
          {t(problem === 'exponent' ? 'amount.exponent' : 'amount.malformed', {
            example: writeAmount('1234.56', { locale }),
          })}
        </span>
      )}
      {understood !== undefined && <span data-figures="">{t('amount.readAs', { amount: counted(understood) })}</span>}
      {isForeign && money.worth !== undefined && (
        <button type="button" className="text-button" onClick={money.worth.take}>
          {t('amount.worth', { money: format.money(money.worth.dollars), amount: counted(money.worth.amount) })}
        </button>
      )}
      {isForeign && (
        <button type="button" className="text-button" onClick={money.takeAmount}>
          {t('amount.other', { amount: counted(money.amount) })}
        </button>
      )}
      {other !== undefined && (
        <button type="button" className="text-button" onClick={takeOther}>
          {t('amount.other', { amount: other })}
        </button>
      )}
    </div>
  )
}
