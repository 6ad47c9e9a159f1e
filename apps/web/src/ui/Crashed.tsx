import { useTransactions } from '@latchkey/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../language/LanguageContext.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { CodeNotLoaded } from './lazyComponent.tsx'

/** Milliseconds between two attempts to fetch code, because browsers do not always report that they are online again. */
const pause = 10_000

/**
 * Replaces a page or a part that crashed or could not be fetched. Shows which of the two happened, and the next step. Its text about money
 * is based on the record of requests to wallets.
 */
export function Crashed({
  error,
  reset,
  part = false,
  silent = false,
}: {
  error: unknown
  reset: () => void
  /** Only a part of a page failed. */
  part?: boolean | undefined
  /** Shows nothing. */
  silent?: boolean | undefined
}) {
  if (error instanceof CodeNotLoaded) return <NotLoaded error={error} reset={reset} part={part} silent={silent} />
  return silent ? null : <Failed reset={reset} part={part} />
}

function Failed({ reset, part }: { reset: () => void; part: boolean }) {
  const { text } = useLanguage()
  const { crash, state } = text
  const { transactions } = useTransactions()
  const isOpen = transactions.some(({ status: { type } }) => ['asked', 'uncertain', 'pending'].includes(type))
  return (
    <div role={part ? 'alert' : undefined}>
      <EmptyState
        icon="warning"
        compact={part}
        heading={part ? 'p' : 'h1'}
        title={part ? crash.part : crash.title}
        text={isOpen ? crash.underWay : crash.text}
      >
        {part && (
          <Button size="s" onClick={reset}>
            {state.retry}
          </Button>
        )}
        <Button size={part ? 's' : 'm'} onClick={() => location.reload()}>
          {crash.reload}
        </Button>
      </EmptyState>
    </div>
  )
}

/** Also retries automatically: when the browser is online again, and at intervals. */
function NotLoaded({
  error,
  reset,
  part,
  silent,
}: {
  error: CodeNotLoaded
  reset: () => void
  part: boolean
  silent: boolean
}) {
  const { text } = useLanguage()
  const [isBusy, setBusy] = useState(false)
  const [hasRetried, setRetried] = useState(false)
  const retry = async () => {
    if (await error.retry()) reset()
    else setRetried(true)
  }
  const retryAlone = useEffectEvent(() => void retry())
  useEffect(() => {
    const handle = () => retryAlone()
    addEventListener('online', handle)
    const timer = setInterval(handle, pause)
    return () => {
      removeEventListener('online', handle)
      clearInterval(timer)
    }
  }, [])
  if (silent) return null
  const onClick = () => {
    setBusy(true)
    void retry().finally(() => setBusy(false))
  }
  return (
    <div role={part ? 'alert' : undefined}>
      <EmptyState
        icon="warning"
        compact={part}
        heading={part ? 'p' : 'h1'}
        title={part ? text.crash.partNotLoaded : text.crash.notLoaded}
        text={text.crash.notLoadedText}
      >
        <Button size={part ? 's' : 'm'} onClick={onClick} disabled={isBusy}>
          {text.state.retry}
        </Button>
        {/* Some browsers cache a failed import until the page is reloaded. */}
        {hasRetried && (
          <Button size={part ? 's' : 'm'} onClick={() => location.reload()}>
            {text.crash.reload}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
