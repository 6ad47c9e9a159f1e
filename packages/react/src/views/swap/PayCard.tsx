import type { SwapIssue } from '@latchkey/core'
import { formatUnits, parseUnits } from '@latchkey/protocol'
import { useId } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAmountInput } from '../../hooks/useAmountInput.ts'
import { useSwap } from '../../hooks/useSwap.ts'
import { AmountInput } from '../../ui/AmountInput.tsx'
import { AmountIssue } from '../../ui/AmountIssue.tsx'
import { AmountNote } from '../../ui/AmountNote.tsx'
import { Money } from '../../ui/Money.tsx'
import { OwnedAmount } from '../../ui/OwnedAmount.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TokenButton } from '../../ui/TokenButton.tsx'
import { useFillMax } from '../../ui/useFillMax.ts'
import { worthOf } from '../../ui/worthOf.ts'
import { pictureOf } from './tokenOf.ts'
import { usePercent } from './usePercent.ts'
import type { SwapTokens } from './useSwapTokens.ts'

export type PayCardProps = {
  /** The account's balance of the token, decimal text; undefined while unknown. */
  owned: string | undefined
  /** The amount exceeds it. */
  isShort: boolean
  issue: SwapIssue | undefined
  list: SwapTokens
}

const parts = [25n, 50n] as const

/** The amount to pay, and its token. */
export function PayCard({ owned, isShort, issue, list }: PayCardProps) {
  const { latchkey, t } = useModalScope()
  const percent = usePercent()
  const { state, edit, max } = useSwap({ watch: false })
  const { from, amount } = state.form
  const { isAskingMax, fillMax } = useFillMax({
    max,
    read: () => {
      const { form } = latchkey.swap.getState()
      return [form.from, form.amount]
    },
    fill: (most) => edit({ amount: most }),
  })
  const field = useAmountInput({
    value: amount,
    onChange: (text) => edit({ amount: text }),
    units: from && [from.symbol],
    token: from,
  })
  const id = useId()

  function fillPart(part: bigint): void {
    if (from === undefined || owned === undefined) return
    const units = parseUnits(owned, from.decimals)
    if (units.ok) edit({ amount: formatUnits((units.value * part) / 100n, from.decimals) })
  }

  const canFill = owned !== undefined && /[1-9]/.test(owned)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a card in every browser
    <div
      className="field"
      role="group"
      aria-labelledby={`${id}label`}
      data-invalid={issue === undefined && field.problem === undefined ? undefined : ''}
    >
      <div className="field-line">
        <label className="field-label" id={`${id}label`} htmlFor={id}>
          {t('swap.pay')}
        </label>
        {owned !== undefined && (
          <span className="field-side">
            <OwnedAmount text={owned} isShort={isShort} />
          </span>
        )}
      </div>
      <div className="field-line">
        <AmountInput id={id} field={field} issueId={issue && `${id}issue`} />
        <TokenButton
          side="from"
          token={from && pictureOf(from)}
          waiting={list.tokens === undefined && list.isLoading}
          onClick={() => latchkey.modal.push('SwapSelectToken', { side: 'from' })}
        />
      </div>
      <AmountNote id={id} field={field} unit={from?.symbol} />
      <div className="field-line field-note swap-note">
        {issue === undefined ? (
          <span>
            {from !== undefined && amount !== '' && <Money value={worthOf({ amount, token: from })} explain />}
          </span>
        ) : (
          <AmountIssue id={`${id}issue`} issue={issue} />
        )}
        {canFill && (
          <span className="swap-parts">
            {parts.map((part) => (
              <button
                key={String(part)}
                type="button"
                className="swap-part"
                aria-label={t('swap.part', { share: percent(Number(part) / 100) })}
                onClick={() => fillPart(part)}
              >
                <span data-figures="">{percent(Number(part) / 100)}</span>
              </button>
            ))}
            <button type="button" className="swap-part" disabled={isAskingMax} onClick={() => void fillMax()}>
              {isAskingMax ? <Spinner /> : t('send.max')}
            </button>
          </span>
        )}
      </div>
    </div>
  )
}
