import { useTransactions } from '@latchkey/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../language/LanguageContext.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { CodeNotLoaded } from './lazyComponent.tsx'

/** Milliseconds between two attempts to fetch code: a browser does not always say that it is online again. */
const pause = 10_000

/**
 * Stands in the place of a page, or of a part of one, that failed or could not be fetched: it says which, and offers the next step. What it
 * says about money it takes from the record of what a wallet was asked for.
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

/** Fetches what is missing by itself, too: as soon as the browser is online again, and once in a while. */
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
        {/* Some browsers remember a failed import until the page is loaded again. */}
        {hasRetried && (
          <Button size={part ? 's' : 'm'} onClick={() => location.reload()}>
            {text.crash.reload}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
