import type { SendIssue } from '@latchkey/core'
import { useId } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAmountInput } from '../../hooks/useAmountInput.ts'
import { useSend } from '../../hooks/useSend.ts'
import { AmountInput } from '../../ui/AmountInput.tsx'
import { AmountIssue } from '../../ui/AmountIssue.tsx'
import { AmountNote } from '../../ui/AmountNote.tsx'
import { Money } from '../../ui/Money.tsx'
import { OwnedAmount } from '../../ui/OwnedAmount.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TokenButton } from '../../ui/TokenButton.tsx'
import { useFillMax } from '../../ui/useFillMax.ts'
import { worthOf } from '../../ui/worthOf.ts'

export type AmountFieldProps = {
  issue: SendIssue | undefined
  /** The account's balance of the token, decimal text; undefined while unknown. */
  owned: string | undefined
  /** The balances are not loaded yet. */
  waiting: boolean
}

/** The amount to send, and its token. */
export function AmountField({ issue, owned, waiting }: AmountFieldProps) {
  const { latchkey, t } = useModalScope()
  const { state, edit, max } = useSend()
  const { token, sendTokenAmount: amount } = state.form
  const { isAskingMax, fillMax } = useFillMax({
    max,
    read: () => {
      const { form } = latchkey.send.getState()
      return [form.token, form.sendTokenAmount]
    },
    fill: (most) => edit({ sendTokenAmount: most }),
  })
  const field = useAmountInput({
    value: amount,
    onChange: (text) => edit({ sendTokenAmount: text }),
    units: token && [token.symbol],
    token: token && { price: token.price, decimals: Number(token.quantity.decimals) },
  })
  const id = useId()
  return (
    <div className="field" data-invalid={issue === undefined && field.problem === undefined ? undefined : ''}>
      <div className="field-line">
        <label className="field-label" htmlFor={id}>
          {t('send.amount')}
        </label>
        {token !== undefined && (
          <span className="field-side">
            {/* An early hint. The review shows the error as text. */}
            {owned !== undefined && <OwnedAmount text={owned} isShort={Number(amount) > Number(owned)} />}
            <button type="button" className="text-button" disabled={isAskingMax} onClick={() => void fillMax()}>
              {isAskingMax ? <Spinner /> : t('send.max')}
            </button>
          </span>
        )}
      </div>
      <div className="field-line">
        <AmountInput id={id} field={field} issueId={issue && `${id}issue`} />
        <TokenButton token={token} waiting={waiting} onClick={() => latchkey.modal.push('WalletSendSelectToken')} />
      </div>
      <AmountNote id={id} field={field} unit={token?.symbol} />
      <div className="field-line field-note">
        {issue === undefined ? (
          token !== undefined && field.problem === undefined && <Money value={worthOf({ amount, token })} explain />
        ) : (
          <AmountIssue id={`${id}issue`} issue={issue} />
        )}
      </div>
    </div>
  )
}
