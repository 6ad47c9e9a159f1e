import type { Resource } from '@latchkey/core'
import { useModalScope } from '../context/ModalScope.tsx'
import { Note } from './Note.tsx'
import { useLongWait } from './useLongWait.ts'
import { useNow } from './useNow.ts'

export type FreshnessProps = {
  /** `blockedUntil`: time of the next automatic attempt, unix milliseconds. */
  resource: Resource<unknown> & { blockedUntil?: number | undefined }
  onRetry: () => void
}

/**
 * States that the last read failed or takes longer than 10 s, with the age of the visible data and the time of the next attempt. Empty
 * without a problem.
 */
export function Freshness({ resource, onRetry }: FreshnessProps) {
  const { t, format, sentence } = useModalScope()
  const { error, updatedAt, data, blockedUntil = 0 } = resource
  const isSlow = useLongWait(resource.status === 'loading')
  const now = useNow(error || isSlow ? 1_000 : undefined)
  const seconds = Math.ceil((blockedUntil - now) / 1_000)
  if (error === undefined && !isSlow) return null
  const isKnown = data !== undefined && updatedAt !== undefined
  return (
    <Note tone="warn" action={{ label: t('retry'), onClick: onRetry }}>
      <strong>{error ? sentence(error) : t('freshness.waiting')}</strong>
      <span>
        {isKnown ? t('freshness.updated', { age: format.age({ from: updatedAt, now }) }) : t('freshness.never')}{' '}
        {seconds > 0 && t('freshness.next', { seconds })}
      </span>
    </Note>
  )
}
