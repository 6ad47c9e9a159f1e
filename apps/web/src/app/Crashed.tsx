import { useLanguage } from '../language/LanguageContext.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** A page threw: say that no money moved and offer to load it again. */
export function Crashed() {
  const { text } = useLanguage()
  return (
    <EmptyState icon="warning" heading="h1" title={text.crash.title} text={text.crash.text}>
      <Button onClick={() => location.reload()}>{text.crash.reload}</Button>
    </EmptyState>
  )
}
