import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLanguage } from '../language/LanguageContext.ts'
import { Button } from '../ui/Button.tsx'
import { useNow } from '../ui/useNow.ts'
import styles from './ConnectionBar.module.css'
import { createReachability } from './createReachability.ts'

/** Says for the whole page that the server is away, how old what is shown is, and when it is back. */
export function ConnectionBar() {
  const cache = useQueryClient()
  const reachability = useMemo(() => createReachability(cache.getQueryCache()), [cache])
  const seen = useSyncExternalStore(reachability.subscribe, reachability.read)
  const away = seen !== 'reachable'
  const wasAway = useRef(false)
  const [back, setBack] = useState(false)
  useEffect(() => {
    if (away) wasAway.current = true
    if (away || !wasAway.current) return
    wasAway.current = false
    setBack(true)
    const timer = setTimeout(() => setBack(false), 4000)
    return () => {
      clearTimeout(timer)
      setBack(false)
    }
  }, [away])
  return (
    <div role="status" className={styles.region}>
      {away && (
        <Away asOf={seen === 'nothing' ? undefined : seen} onRetry={() => cache.refetchQueries({ type: 'active' })} />
      )}
      {!away && back && <Back />}
    </div>
  )
}

function Away({ asOf, onRetry }: { asOf: number | undefined; onRetry: () => void }) {
  const { text, format } = useLanguage()
  const now = useNow()
  return (
    <div className={styles.bar} data-kind="away">
      {asOf === undefined ? text.connection.unreachable : text.connection.unreachableSince(format.ago(asOf, now))}
      <Button kind="plain" size="s" onClick={onRetry}>
        {text.connection.retry}
      </Button>
    </div>
  )
}

function Back() {
  const { text } = useLanguage()
  return (
    <div className={styles.bar} data-kind="back">
      {text.connection.back}
    </div>
  )
}
