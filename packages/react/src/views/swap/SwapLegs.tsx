import type { SwapPreview } from '@latchkey/core'
import { shortDigits } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Money } from '../../ui/Money.tsx'
import { TokenPicture } from '../../ui/TokenPicture.tsx'
import { isWrap } from './isWrap.ts'
import { toAmount } from './toAmount.ts'
import { pictureOf } from './tokenOf.ts'

export type SwapLegsProps = { preview: SwapPreview }

/** The paid and the received amount, taken from the transaction and not from the form. */
export function SwapLegs({ preview }: SwapLegsProps) {
  const { t, format } = useModalScope()
  const { from, to } = preview
  const legs = [
    { name: t('swap.pay'), token: from, text: preview.fromAmountText, digits: 80, value: preview.fromValue },
    {
      name: t('swap.receive'),
      token: to,
      text: preview.toAmountText,
      digits: shortDigits(preview.toAmountText),
      value: preview.toValue,
    },
  ]
  return (
    <div className="swap-legs">
      {legs.map(({ name, token, text, digits, value }, index) => (
        <div className="swap-leg" key={name}>
          <TokenPicture token={pictureOf(token)} />
          <div className="swap-leg-text">
            <span className="swap-leg-name">{name}</span>
            <span
              className="swap-leg-amount figures"
              translate="no"
              title={toAmount({ text, token, format })}
              data-length={index === 0 && text.length > 16 ? 'long' : undefined}
            >
              {index === 1 && !isWrap(preview.quote) && <span aria-hidden="true">≈ </span>}
              {toAmount({ text, token, format, digits })}
            </span>
            <span className="swap-leg-worth">
              <Money value={value} explain />
            </span>
          </div>
        </div>
      ))}
    </div>
  )
}
