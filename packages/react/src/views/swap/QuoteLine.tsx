import type { SwapIssue } from '@latchkey/core'
import { useEffect, useId, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useSwap } from '../../hooks/useSwap.ts'
import { Icon } from '../../ui/Icon.tsx'
import { isWrap } from './isWrap.ts'
import { RefreshRing } from './RefreshRing.tsx'
import { rateText } from './rateText.ts'
import { SlippageField } from './SlippageField.tsx'
import { usePercent } from './usePercent.ts'

export type QuoteLineProps = { issue: SwapIssue | undefined }

/** The rate, its age, and the slippage. */
export function QuoteLine({ issue }: QuoteLineProps) {
  const { t, format } = useModalScope()
  const percent = usePercent()
  const { state } = useSwap({ watch: false })
  const { form, pricing } = state
  const [isTurned, setTurned] = useRemembered('Swap.rateTurned', false)
  const [isOpen, setOpen] = useState(issue !== undefined)
  const id = useId()
  const hasIssue = issue !== undefined
  useEffect(() => {
    if (hasIssue) setOpen(true)
  }, [hasIssue])
  const rate = rateText({ form, rate: pricing.rate, isTurned, format })
  const slippage = Number.isFinite(form.slippage) ? percent(form.slippage / 100) : '—'
  return (
    <div className="quote-line-block">
      <div className="quote-line">
        {rate !== undefined ? (
          <span className="quote-rate">
            <RefreshRing updatedAt={pricing.updatedAt} isLoading={pricing.status === 'loading'} />
            <button
              type="button"
              className="quote-button"
              aria-label={t('swap.rateTurn', { rate })}
              onClick={() => setTurned(!isTurned)}
            >
              <span className="figures" translate="no">
                {rate}
              </span>
            </button>
          </span>
        ) : (
          <span />
        )}
        {/* Wrapping is one to one, so it has no slippage. */}
        <button
          type="button"
          className="quote-button"
          data-key="slippage"
          hidden={pricing.quote !== undefined && isWrap(pricing.quote)}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t('swap.slippageChange', { percent: slippage })}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="settings" />
          <span>
            {t('swap.slippage')}{' '}
            <span className="figures" data-figures="">
              {slippage}
            </span>
          </span>
        </button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <SlippageField issue={issue} />}
      </div>
    </div>
  )
}
