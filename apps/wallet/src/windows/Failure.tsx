import type { CardFailure } from '../cards/Card.ts'
import { Note } from '../ui/Note.tsx'
import { useScope } from '../ui/Scope.ts'

/** What went wrong, read aloud; nothing where nothing did. */
export function Failure({ failure }: { failure: CardFailure | null }) {
  const { failureText } = useScope()
  if (failure === null) return null
  return (
    <Note tone="loss" alert>
      {failureText(failure)}
    </Note>
  )
}
