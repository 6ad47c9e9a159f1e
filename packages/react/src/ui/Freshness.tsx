import type { Resource } from '@latchkey/core'
import { useModalScope } from '../context/ModalScope.tsx'
import { Note } from './Note.tsx'
import { useNow } from './useNow.ts'

/** What {@link Freshness} takes. */
export type FreshnessProps = { resource: Resource<unknown>; onRetry: () => void }

/** Says that the newest attempt to read failed, and how old what is shown is. Nothing while all is well. */
export function Freshness({ resource, onRetry }: FreshnessProps) {
  const { t, format, sentence } = useModalScope()
  const { error, updatedAt, data } = resource
  const now = useNow(error === undefined ? undefined : 10_000)
  if (error === undefined) return null
  return (
    <Note tone="warn" action={{ label: t('retry'), onClick: onRetry }}>
      <strong>{sentence(error)}</strong>
      <span>
        {data !== undefined && updatedAt !== undefined
          ? t('freshness.updated', { age: format.age({ from: updatedAt, now }) })
          : t('freshness.never')}
      </span>
    </Note>
  )
}
