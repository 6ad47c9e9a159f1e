import type { SwapIssue } from '@latchkey/core'
import { readAmount, slippageBounds } from '@latchkey/protocol'
import { useId, useState } from 'react'
import { useLatchkeyContext } from '../../context/LatchkeyContext.ts'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useSwap } from '../../hooks/useSwap.ts'
import { usePercent } from './usePercent.ts'

export type SlippageFieldProps = { issue: SwapIssue | undefined }

const presets = [0.1, 0.5, 1] as const
/** Percent from which others can profit from the difference. */
const generous = 5

/** The slippage: three common values, or a custom one. */
export function SlippageField({ issue }: SlippageFieldProps) {
  const { t, sentence } = useModalScope()
  const { locale } = useLatchkeyContext()
  const percent = usePercent()
  const { state, edit } = useSwap({ watch: false })
  const { slippage } = state.form
  const isPreset = presets.some((preset) => preset === slippage)
  const [text, setText] = useState(isPreset || !Number.isFinite(slippage) ? '' : String(slippage))
  const id = useId()
  const isWrong = !(slippage >= slippageBounds.lowest && slippage <= slippageBounds.highest)
  const problem =
    issue ??
    (isWrong
      ? ({ code: 'slippage_invalid', message: 'Choose a slippage between 0.1 and 50 percent' } as const)
      : undefined)
  return (
    <fieldset className="slippage">
      <legend className="sr">{t('swap.slippage')}</legend>
      <p className="slippage-text">{t('swap.slippageText')}</p>
      <div className="slippage-choices">
        {presets.map((preset) => (
          <label className="slippage-choice" key={preset}>
            <input
              type="radio"
              name={id}
              checked={text === '' && slippage === preset}
              onChange={() => {
                setText('')
                edit({ slippage: preset })
              }}
            />
            <span data-figures="">{percent(preset / 100)}</span>
          </label>
        ))}
        <span className="slippage-custom" data-set={text !== '' || undefined} data-invalid={problem ? '' : undefined}>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            translate="no"
            aria-label={t('swap.slippageCustom')}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem === undefined ? undefined : `${id}issue`}
            placeholder="2.5"
            value={text}
            onChange={(event) => {
              const typed = event.target.value.replace('%', '').trim()
              const read = readAmount(typed, { locale })
              if (!read.ok || typed.length > 5) return
              setText(typed)
              edit({ slippage: read.amount === '' ? 1 : Number(read.amount) })
            }}
          />
          <span aria-hidden="true" data-figures="">
            %
          </span>
        </span>
      </div>
      {problem !== undefined ? (
        <p id={`${id}issue`} role="alert" className="issue">
          {sentence(problem)}
        </p>
      ) : (
        slippage > generous && (
          <p role="alert" className="slippage-high">
            {t('swap.slippageHigh', { percent: percent(generous / 100) })}
          </p>
        )
      )}
    </fieldset>
  )
}
