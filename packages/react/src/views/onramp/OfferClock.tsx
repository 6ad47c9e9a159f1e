import { useModalScope } from '../../context/ModalScope.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useNow } from '../../ui/useNow.ts'
import { clockText } from './clockText.ts'

export type OfferClockProps = {
  /** When the first quote expires, ISO 8601; undefined without a quote. */
  validUntil: string | undefined
  isLoading: boolean
  onRefresh: () => void
}

/** The time until the quotes expire, and a button for new ones. Not read aloud, because it changes every second. */
export function OfferClock({ validUntil, isLoading, onRefresh }: OfferClockProps) {
  const { t } = useModalScope()
  const now = useNow(validUntil === undefined ? undefined : 1000)
  return (
    <span className="buy-clock">
      {validUntil !== undefined && (
        <span className="figures" aria-hidden="true">
          {t('buy.left', { time: clockText(Date.parse(validUntil) - now) })}
        </span>
      )}
      {isLoading ? <Spinner /> : <IconButton icon="retry" label={t('buy.refresh')} onClick={onRefresh} />}
    </span>
  )
}
