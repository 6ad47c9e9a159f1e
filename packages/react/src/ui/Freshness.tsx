import type { Resource } from '@latchkey/core'
import { useModalScope } from '../context/ModalScope.tsx'
import { Note } from './Note.tsx'
import { useLongWait } from './useLongWait.ts'
import { useNow } from './useNow.ts'

/** What {@link Freshness} takes. */
export type FreshnessProps = {
  /** `blockedUntil`: unix milliseconds of the next attempt that is made without a tap. */
  resource: Resource<unknown> & { blockedUntil?: number | undefined }
  onRetry: () => void
}

/**
 * Says that the newest attempt to read failed, or is not answered for 10 s, how old what is shown is and when the next attempt is made.
 * Nothing while all is well.
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
