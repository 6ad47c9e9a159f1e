import type { Failure } from '../api/toFailure.ts'
import { useLanguage } from '../language/LanguageContext.ts'
import styles from './AgeNote.module.css'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { useNow } from './useNow.ts'

/**
 * Shows the age of outdated data and the reason. Empty for current data. ConnectionBar reports an unreachable server once for the whole
 * page, so this does not.
 */
export function AgeNote({
  asOf,
  stale,
  failure,
  onRetry,
  what,
}: {
  asOf: number
  stale: boolean
  failure: Failure | undefined
  onRetry: () => void
  /** Name of the data, on a page with several. */
  what?: string
}) {
  const { text, format } = useLanguage()
  const now = useNow()
  const cause = failure && !failure.unreachable ? failure.message : undefined
  if (!cause && !stale) return null
  const age = format.ago(asOf, now)
  return (
    <p className={styles.note} role="status">
      <Icon name="warning" size={16} />
      <span>
        {what && <strong>{what} </strong>}
        {cause ? text.state.failedWithData(age, cause) : text.state.stale(age)}
      </span>
      <Button kind="plain" size="s" onClick={onRetry}>
        {text.state.retry}
      </Button>
    </p>
  )
}
