import { useModalScope } from '../../context/ModalScope.tsx'
import { useSwap } from '../../hooks/useSwap.ts'
import { Note } from '../../ui/Note.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { useNow } from '../../ui/useNow.ts'
import type { SwapTokens } from './useSwapTokens.ts'

export type QuoteProblemProps = {
  list: SwapTokens
  /** An older quote is still shown. */
  isStale: boolean
  onRetry: () => void
}

/** Explains a missing, outdated or slow (10 s) quote, and shows the age of the visible one. Empty without a problem. */
export function QuoteProblem({ list, isStale, onRetry }: QuoteProblemProps) {
  const { t, format, sentence } = useModalScope()
  const { state } = useSwap({ watch: false })
  const { pricing } = state
  const error = pricing.error ?? (list.tokens === undefined ? list.error : undefined)
  const isSlow = useLongWait(pricing.status === 'loading')
  const now = useNow(error || isSlow ? 10_000 : undefined)
  if (error === undefined && !isSlow) return null
  return (
    <Note tone="warn" alert action={{ label: t('retry'), onClick: onRetry }}>
      <strong>{error ? sentence(error) : t('freshness.waiting')}</strong>
      {isStale && pricing.updatedAt !== undefined && (
        <span>{t('freshness.updated', { age: format.age({ from: pricing.updatedAt, now }) })}</span>
      )}
    </Note>
  )
}
