import { useModalScope } from '../../context/ModalScope.tsx'
import { useSwap } from '../../hooks/useSwap.ts'
import { Note } from '../../ui/Note.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { useNow } from '../../ui/useNow.ts'
import type { SwapTokens } from './useSwapTokens.ts'

/** What {@link QuoteProblem} takes. */
export type QuoteProblemProps = {
  list: SwapTokens
  /** An older price is still shown. */
  isStale: boolean
  onRetry: () => void
}

/** Why there is no price, or no newer one, or that it is not answered for 10 s; and how old the shown one is. Nothing while all is well. */
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
