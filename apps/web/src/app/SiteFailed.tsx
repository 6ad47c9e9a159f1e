import { useLanguage } from '../language/LanguageContext.ts'
import type { SiteFailure } from '../site/loadSite.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import styles from './SiteFailed.module.css'

/** Replaces the whole site if its configuration is invalid: shows the key, the error and the next step. */
export function SiteFailed({ failure }: { failure: SiteFailure }) {
  const { text } = useLanguage()
  return (
    <main className={styles.page}>
      <EmptyState icon="warning" heading="h1" title={text.site.title} text={text.site.reasons[failure.reason]}>
        {failure.problems.length > 0 && (
          <ul className={styles.problems}>
            {failure.problems.map((problem) => (
              <li key={problem}>
                <WithCode text={problem} />
              </li>
            ))}
          </ul>
        )}
        <p className={styles.help}>{text.site.help}</p>
        <Button onClick={() => location.reload()}>{text.site.retry}</Button>
      </EmptyState>
    </main>
  )
}

/** Renders a sentence, with text between backticks as code. */
function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    index % 2 === 0 ? part : <code key={index}>{part}</code>,
  )
}
