import type { SwapIssue } from '@latchkey/core'
import { formatUnits, LatchkeyError, parseUnits, readAmount } from '@latchkey/protocol'
import { useId, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useSwap } from '../../hooks/useSwap.ts'
import { Money } from '../../ui/Money.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TokenPicker } from './TokenPicker.tsx'
import { usePercent } from './usePercent.ts'
import type { SwapTokens } from './useSwapTokens.ts'

/** What {@link PayCard} takes. */
export type PayCardProps = {
  /** What the account owns of the token, decimal text; undefined while nobody knows. */
  owned: string | undefined
  /** The amount is above it. */
  isShort: boolean
  issue: SwapIssue | undefined
  list: SwapTokens
}

const parts = [25n, 50n] as const

/** How much of which token is paid. */
export function PayCard({ owned, isShort, issue, list }: PayCardProps) {
  const { latchkey, t, format, sentence } = useModalScope()
  const percent = usePercent()
  const { state, edit, max } = useSwap({ watch: false })
  const { from, amount } = state.form
  const [isAskingMax, setAskingMax] = useState(false)
  const id = useId()

  async function fillMax(): Promise<void> {
    setAskingMax(true)
    const asked = latchkey.swap.getState().form
    try {
      const most = await max()
      // All of one token is no amount of another that was chosen meanwhile, and what was typed meanwhile is meant.
      const { form } = latchkey.swap.getState()
      if (form.from === asked.from && form.amount === asked.amount) edit({ amount: most })
    } catch (error) {
      if (!(error instanceof LatchkeyError)) throw error
      latchkey.modal.toast({ kind: 'error', message: error.message, code: error.code })
    } finally {
      setAskingMax(false)
    }
  }

  function fillPart(part: bigint): void {
    if (from === undefined || owned === undefined) return
    const units = parseUnits(owned, from.decimals)
    if (units.ok) edit({ amount: formatUnits((units.value * part) / 100n, from.decimals) })
  }

  const number = Number(amount)
  // To look at only: what is swapped is worked out from the text, digit by digit.
  const worth =
    from === undefined ? undefined : from.price === null ? null : Number.isFinite(number) ? number * from.price : 0
  const canFill = owned !== undefined && /[1-9]/.test(owned)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a card in every browser
    <div
      className="field"
      role="group"
      aria-labelledby={`${id}label`}
      data-invalid={issue === undefined ? undefined : ''}
    >
      <div className="field-line">
        <label className="field-label" id={`${id}label`} htmlFor={id}>
          {t('swap.pay')}
        </label>
        {owned !== undefined && (
          <span className="field-side">
            <span data-tone={isShort ? 'loss' : undefined}>
              {t('send.balance', { amount: format.amount(owned, { digits: 4 }) })}
            </span>
          </span>
        )}
      </div>
      <div className="field-line">
        <input
          id={id}
          className="amount-input"
          data-length={amount.length > 11 ? 'long' : amount.length > 7 ? 'medium' : undefined}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          translate="no"
          data-autofocus=""
          aria-invalid={issue !== undefined || undefined}
          aria-describedby={issue === undefined ? undefined : `${id}issue`}
          value={amount}
          onChange={(event) => {
            const text = readAmount(event.target.value)
            if (text !== undefined) edit({ amount: text })
          }}
        />
        <TokenPicker side="from" token={from} waiting={list.tokens === undefined && list.isLoading} />
      </div>
      <div className="field-line field-note swap-note">
        {issue === undefined ? (
          <span>{from !== undefined && amount !== '' && <Money value={worth} explain />}</span>
        ) : (
          <span id={`${id}issue`} role="alert" className="issue">
            {sentence(issue)}
          </span>
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
