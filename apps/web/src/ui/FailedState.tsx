import { useErrorText } from '@latchkey/react'
import type { Failure } from '../api/toFailure.ts'
import { useLanguage } from '../language/LanguageContext.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

/** Replaces data that could not be read: names it, explains the failure, and offers a retry. */
export function FailedState({ title, failure, onRetry }: { title: string; failure: Failure; onRetry: () => void }) {
  const { text } = useLanguage()
  const reason = useErrorText(failure)
  return (
    <div role="alert">
      <EmptyState compact icon="warning" title={title} text={reason}>
        {failure.retryable && (
          <Button size="s" onClick={onRetry}>
            {text.state.retry}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
