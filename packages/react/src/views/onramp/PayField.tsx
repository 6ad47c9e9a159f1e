import type { OnrampIssue } from '@latchkey/core'
import type { PaymentCurrency } from '@latchkey/protocol/api'
import { useId } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useAmountInput } from '../../hooks/useAmountInput.ts'
import { useBuy } from '../../hooks/useBuy.ts'
import { AmountInput } from '../../ui/AmountInput.tsx'
import { AmountNote } from '../../ui/AmountNote.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useFiat } from './useFiat.ts'

export type PayFieldProps = {
  issue: OnrampIssue | undefined
  /** Limits of the chosen currency and payment method; undefined while they are unknown. */
  limits: PaymentCurrency['payment_method_limits'][number] | undefined
}

const presets = ['50', '100', '250', '500'] as const

/** The amount to pay and its currency. An amount outside the limits offers the nearest valid one, one tap away. */
export function PayField({ issue, limits }: PayFieldProps) {
  const { latchkey, t, sentence, format } = useModalScope()
  const { state, edit } = useBuy({ watch: false })
  const fiat = useFiat()
  const id = useId()
  const { amount, currency } = state.form
  const field = useAmountInput({ value: amount, onChange: (text) => edit({ amount: text }), currency })
  // In a language with a long currency sign, the four presets omit it. The sign is above them.
  const isRoomy = fiat.money('500', currency, { short: true }).length < 6
  const nearest =
    issue?.code !== 'onramp_amount_limits' || limits === undefined
      ? undefined
      : Number(amount) < Number(limits.min)
        ? limits.min
        : limits.max
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
          {t('buy.pay')}
        </label>
        {limits !== undefined && (
          <span className="field-side">
            <span data-figures="">
              {t('buy.limits', {
                min: fiat.money(limits.min, currency, { short: true }),
                max: fiat.money(limits.max, currency, { short: true }),
              })}
            </span>
          </span>
        )}
      </div>
      <div className="field-line">
        <AmountInput id={id} field={field} issueId={issue && `${id}issue`} />
        <button
          type="button"
          className="token-button"
          data-key="currency"
          aria-label={t('buy.currency', { currency: `${currency}, ${fiat.nameOf(currency)}` })}
          onClick={() => latchkey.modal.push('OnRampFiatSelect')}
        >
          <span className="buy-sign" translate="no" aria-hidden="true">
            {fiat.signOf(currency)}
          </span>
          <span translate="no">{currency}</span>
          <Icon name="down" />
        </button>
      </div>
      <AmountNote id={id} field={field} unit={currency} />
      {issue !== undefined && (
        <div className="field-line field-note">
          <span id={`${id}issue`} role="alert" className="issue">
            {sentence(issue)}
          </span>
          {nearest !== undefined && (
            <button type="button" className="text-button" onClick={() => edit({ amount: trimCents(nearest) })}>
              {t('buy.take', { amount: fiat.money(nearest, currency, { short: true }) })}
            </button>
          )}
        </div>
      )}
      <div className="buy-presets">
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            className="buy-preset"
            aria-label={t('buy.take', { amount: fiat.money(preset, currency, { short: true }) })}
            aria-pressed={Number(amount) === Number(preset)}
            onClick={() => edit({ amount: preset })}
          >
            <span data-figures="">
              {isRoomy ? fiat.money(preset, currency, { short: true }) : format.count(Number(preset))}
            </span>
          </button>
        ))}
      </div>
    </div>
  )
}

function trimCents(amount: string): string {
  return amount.replace(/\.0+$/, '')
}
