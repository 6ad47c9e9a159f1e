import type { SwapIssue } from '@latchkey/core'
import { useId } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useBalances } from '../../hooks/useBalances.ts'
import { useSwap } from '../../hooks/useSwap.ts'
import { Money } from '../../ui/Money.tsx'
import { OwnedAmount } from '../../ui/OwnedAmount.tsx'
import { TokenButton } from '../../ui/TokenButton.tsx'
import { worthOf } from '../../ui/worthOf.ts'
import { ownedOf, pictureOf } from './tokenOf.ts'
import type { SwapTokens } from './useSwapTokens.ts'

export type ReceiveCardProps = { issue: SwapIssue | undefined; list: SwapTokens }

/** The quoted amount to receive, and its token. */
export function ReceiveCard({ issue, list }: ReceiveCardProps) {
  const { latchkey, t, format, sentence } = useModalScope()
  const { state } = useSwap({ watch: false })
  const balances = useBalances()
  const id = useId()
  const { form, pricing } = state
  const { to, from } = form
  const { toAmountText } = pricing
  const owned =
    to &&
    ownedOf({
      ...{ token: to, listed: list.tokens },
      balances: [...(balances.data ?? []), ...(balances.otherAssets ?? [])],
    })
  const isTooFine = state.issues.some(({ code }) => code === 'amount_too_precise')
  const isAsked = from !== undefined && to !== undefined && /[1-9]/.test(form.amount) && !isTooFine
  const isWaiting = toAmountText === undefined && isAsked && pricing.status !== 'failed'
  // An unknown amount is not zero.
  const shown =
    toAmountText === undefined
      ? isAsked
        ? '—'
        : '0'
      : format.amount(toAmountText, { digits: /^\d{4}/.test(toAmountText) ? 4 : 6 })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a card in every browser
    <div
      className="field"
      role="group"
      aria-labelledby={`${id}label`}
      data-invalid={issue === undefined ? undefined : ''}
    >
      <div className="field-line">
        <span className="field-label" id={`${id}label`}>
          {t('swap.receive')}
        </span>
        {owned !== undefined && (
          <span className="field-side">
            <OwnedAmount text={owned} />
          </span>
        )}
      </div>
      <div className="field-line">
        {isWaiting ? (
          <span className="amount-input swap-output">
            <span className="skeleton swap-skeleton" />
          </span>
        ) : (
          <span
            className="amount-input swap-output"
            data-figures=""
            data-none={toAmountText === undefined || undefined}
            data-length={
              shown.length > 12 ? 'tiny' : shown.length > 9 ? 'long' : shown.length > 7 ? 'medium' : undefined
            }
            dir="ltr"
            title={toAmountText && format.amount(toAmountText, { digits: 80 })}
          >
            {shown}
          </span>
        )}
        <TokenButton
          side="to"
          token={to && pictureOf(to)}
          waiting={false}
          onClick={() => latchkey.modal.push('SwapSelectToken', { side: 'to' })}
        />
      </div>
      <div className="field-line field-note">
        {issue === undefined ? (
          toAmountText !== undefined && <Money value={worthOf({ amount: toAmountText, token: to })} explain />
        ) : (
          <span role="alert" className="issue">
            {sentence(issue)}
          </span>
        )}
      </div>
    </div>
  )
}
