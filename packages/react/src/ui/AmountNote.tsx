import { writeAmount } from '@latchkey/protocol'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useModalScope } from '../context/ModalScope.tsx'
import type { UseAmountInputReturnType } from '../hooks/useAmountInput.ts'

/** What {@link AmountNote} takes. */
export type AmountNoteProps = {
  /** Of the field. */
  id: string
  field: UseAmountInputReturnType
  /** What the amount counts. */
  unit: string | undefined
}

/** What an amount was understood as, with the other reading one tap away; or why it is none. Nothing where the text leaves no doubt. */
export function AmountNote({ id, field: { problem, understood, other, takeOther }, unit }: AmountNoteProps) {
  const { t } = useModalScope()
  const { locale } = useLatchkeyContext()
  const counted = (amount: string) => (unit === undefined ? amount : `${amount}\u00a0${unit}`)
  return (
    <div id={`${id}read`} className="amount-note" role="status">
      {problem !== undefined && (
        <span className="issue">{t(`amount.${problem}`, { example: writeAmount('1234.56', { locale }) })}</span>
      )}
      {understood !== undefined && <span data-figures="">{t('amount.readAs', { amount: counted(understood) })}</span>}
      {other !== undefined && (
        <button type="button" className="text-button" onClick={takeOther}>
          {t('amount.other', { amount: other })}
        </button>
      )}
    </div>
  )
}
