import type { SwapPreview } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { ViewFooter } from '../../ui/ViewFooter.tsx'
import { toAmount } from './toAmount.ts'

export type ConfirmFootProps = {
  preview: SwapPreview
  /** A consent is required first. */
  needsWord: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** The buttons to go back and to confirm. The second one names the next request to the wallet. */
export function ConfirmFoot({ preview, needsWord, onCancel, onConfirm }: ConfirmFootProps) {
  const { t, format } = useModalScope()
  const [step = 'swap'] = preview.steps
  return (
    <ViewFooter>
      <div className="pair swap-confirm">
        <Button kind="secondary" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button kind={needsWord ? 'secondary' : 'primary'} autoFocusInView={!needsWord} onClick={onConfirm}>
          {step === 'approve'
            ? t('swap.next.approve', {
                amount: toAmount({ text: preview.fromAmountText, token: preview.from, format }),
              })
            : t(`swap.next.${step}`)}
        </Button>
      </div>
    </ViewFooter>
  )
}
