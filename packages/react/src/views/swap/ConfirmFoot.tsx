import type { SwapPreview } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { Foot } from '../../ui/Foot.tsx'
import { toAmount } from './toAmount.ts'

/** What {@link ConfirmFoot} takes. */
export type ConfirmFootProps = {
  preview: SwapPreview
  /** Something has to be said first. */
  needsWord: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** The way back, and the way on: its button says what the wallet is asked for next. */
export function ConfirmFoot({ preview, needsWord, onCancel, onConfirm }: ConfirmFootProps) {
  const { t, format } = useModalScope()
  const [step = 'swap'] = preview.steps
  return (
    <Foot>
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
    </Foot>
  )
}
