import { useEffect, useState } from 'react'
import { useLanguage } from '../language/LanguageContext.ts'
import styles from './CopyButton.module.css'
import { Icon } from './Icon.tsx'

/** Copies a text, and shows the result for two seconds. `what` names the text for a screen reader. */
export function CopyButton({ value, what, labelled = false }: { value: string; what: string; labelled?: boolean }) {
  const { text } = useLanguage()
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), 2000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () => {
    const copied = navigator.clipboard?.writeText(value) ?? Promise.reject(new Error('No clipboard'))
    copied.then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }
  return (
    <button
      type="button"
      className={styles.copy}
      data-labelled={labelled}
      onClick={copy}
      aria-label={what}
      title={what}
    >
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={16} />
      {labelled && <span>{outcome ? text.copy[outcome] : text.copy.label}</span>}
      <span className="visually-hidden" role="status">
        {outcome && text.copy[outcome]}
      </span>
      {!labelled && outcome === 'failed' && <span className={styles.failed}>{text.copy.failed}</span>}
    </button>
  )
}
