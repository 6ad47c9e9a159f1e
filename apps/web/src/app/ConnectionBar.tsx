import { useLatchkey } from '@latchkey/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLanguage } from '../language/LanguageContext.ts'
import { useReadable } from '../live/useReadable.ts'
import { Button } from '../ui/Button.tsx'
import { useNow } from '../ui/useNow.ts'
import styles from './ConnectionBar.module.css'
import { createReachability } from './createReachability.ts'

/** Milliseconds without updates, and age of the visible data, before the page reports it. */
const patience = { quiet: 3_000, old: 15_000 }

/** Reports for the whole page that the server is down or sends no updates, the age of the data, and the recovery. */
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
  const retry = () => cache.refetchQueries({ type: 'active' })
  return (
    <div role="status" className={styles.region}>
      {away && <Away asOf={seen === 'nothing' ? undefined : seen} onRetry={retry} />}
      {!away && back && <Back />}
      {!away && <Late oldest={reachability.oldest} onRetry={retry} />}
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

/** Reports a server that hangs. It refuses no requests, so its silence is the only sign. */
function Late({ oldest, onRetry }: { oldest: () => number | undefined; onRetry: () => void }) {
  const { text, format } = useLanguage()
  const { status } = useReadable(useLatchkey().realtime)
  const [isQuiet, setQuiet] = useState(false)
  const now = useNow()
  useEffect(() => {
    if (status !== 'down') return setQuiet(false)
    const timer = setTimeout(() => setQuiet(true), patience.quiet)
    return () => clearTimeout(timer)
  }, [status])
  const asOf = oldest()
  if (!isQuiet || status === 'live' || asOf === undefined || now - asOf < patience.old) return null
  return (
    <div className={styles.bar} data-kind="away">
      {text.connection.late(format.ago(asOf, now))}
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
