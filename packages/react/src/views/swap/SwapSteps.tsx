import type { SwapPreview, SwapStep } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toAmount } from './toAmount.ts'

export type SwapStepsProps = {
  preview: SwapPreview
  /** The current step; undefined before the first. */
  step: SwapStep | undefined
}

/** The requests to the wallet in order, and their progress. */
export function SwapSteps({ preview, step }: SwapStepsProps) {
  const { t, format } = useModalScope()
  const { steps } = preview
  const at = step === undefined ? -1 : steps.indexOf(step)
  const amount = toAmount({ text: preview.fromAmountText, token: preview.from, format })
  return (
    <section className="swap-steps">
      <h3 className="swap-steps-name">{t('swap.steps')}</h3>
      <ol>
        {steps.map((one, index) => {
          const progress = index < at ? 'done' : index === at ? 'now' : 'next'
          return (
            <li
              className="swap-step"
              key={one}
              data-state={progress}
              aria-current={progress === 'now' ? 'step' : undefined}
            >
              <span className="swap-step-mark" aria-hidden="true">
                {progress === 'done' ? (
                  <Icon name="check" />
                ) : progress === 'now' ? (
                  <Spinner />
                ) : (
                  <span data-figures="">{index + 1}</span>
                )}
              </span>
              <span>
                {one === 'approve' || one === 'permit' ? t(`swap.step.${one}`, { amount }) : t(`swap.step.${one}`)}
                {progress !== 'next' && (
                  <span className="sr"> ({t(progress === 'done' ? 'swap.stepDone' : 'swap.stepNow')})</span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
