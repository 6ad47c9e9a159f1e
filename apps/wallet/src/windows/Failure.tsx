import type { CardFailure } from '../cards/Card.ts'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'

/** A failure, announced to screen readers; nothing without one. */
export function Failure({ failure }: { failure: CardFailure | null }) {
  const { failureText } = useScope()
  if (failure === null) return null
  return (
    <Note tone="loss" alert>
      {failureText(failure)}
    </Note>
  )
}
