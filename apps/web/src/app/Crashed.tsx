import type { ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../language/LanguageContext.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageNotLoaded } from './lazyPage.tsx'

/**
 * A page threw, or could not be fetched: it says which, and offers the next step. It says nothing about money but where to look: what a
 * wallet has approved goes on without the page.
 */
export function Crashed({ error, reset }: ErrorComponentProps) {
  const { text } = useLanguage()
  if (error instanceof PageNotLoaded) return <NotLoaded retry={() => error.retry().then(reset)} />
  return (
    <EmptyState icon="warning" heading="h1" title={text.crash.title} text={text.crash.text}>
      <Button onClick={() => location.reload()}>{text.crash.reload}</Button>
    </EmptyState>
  )
}

function NotLoaded({ retry }: { retry: () => Promise<void> }) {
  const { text } = useLanguage()
  const [isBusy, setBusy] = useState(false)
  const onClick = () => {
    setBusy(true)
    void retry().finally(() => setBusy(false))
  }
  return (
    <EmptyState icon="warning" heading="h1" title={text.crash.notLoaded} text={text.crash.notLoadedText}>
      <Button onClick={onClick} disabled={isBusy}>
        {text.state.retry}
      </Button>
    </EmptyState>
  )
}
