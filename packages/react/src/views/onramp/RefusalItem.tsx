import type { ErrorCode } from '@latchkey/protocol'
import type { OnrampRefusal } from '@latchkey/protocol/api'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { ProviderName } from './ProviderName.tsx'

export type RefusalItemProps = {
  refusal: OnrampRefusal
  onRetry: () => void
  onAmount: () => void
}

/** Refusals that another amount solves. */
const ofAmount: readonly string[] = [
  'onramp_amount_limits',
  'onramp_amount_too_small',
  'onramp_sold_out',
  'onramp_daily_limit',
] satisfies ErrorCode[]
/** Refusals that a later attempt can solve. */
const ofTime: readonly string[] = ['onramp_price_unknown', 'onramp_provider_unavailable'] satisfies ErrorCode[]

/** A provider without a quote: the reason, and the next step. */
export function RefusalItem({ refusal: { provider, code, description }, onRetry, onAmount }: RefusalItemProps) {
  const { latchkey, t, sentence } = useModalScope()
  const { modal } = latchkey
  // For a code that this kit does not know, show the server's description.
  const text = sentence({ code: code as ErrorCode, message: description })
  const way = ofAmount.includes(code)
    ? { label: t('buy.changeAmount'), onClick: onAmount }
    : ofTime.includes(code)
      ? { label: t('retry'), onClick: onRetry }
      : code === 'onramp_currency_unsupported'
        ? { label: t('title.OnRampFiatSelect'), onClick: () => modal.push('OnRampFiatSelect') }
        : code === 'onramp_asset_unsupported'
          ? { label: t('title.OnRampTokenSelect'), onClick: () => modal.push('OnRampTokenSelect') }
          : undefined
  return (
    <li className="buy-offer buy-refusal">
      <div className="buy-offer-pick">
        <Picture src={undefined} name={provider.name} shape="square" />
        <span className="row-text">
          <ProviderName provider={provider} />
          <span className="buy-reason">{text}</span>
          {way !== undefined && (
            <button type="button" className="text-button" onClick={way.onClick}>
              {way.label}
            </button>
          )}
        </span>
      </div>
    </li>
  )
}
