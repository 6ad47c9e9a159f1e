import { useLanguage } from '../language/LanguageContext.ts'
import styles from './Change.module.css'

/** A price change, a fraction: green with an arrow up, red with an arrow down. */
export function Change({ value, pill = false }: { value: number | null; pill?: boolean }) {
  const { format } = useLanguage()
  const direction = value === null || value === 0 ? 'none' : value > 0 ? 'up' : 'down'
  return (
    <span className={styles.change} data-direction={direction} data-pill={pill}>
      {direction !== 'none' && (
        <svg width="9" height="9" viewBox="0 0 10 10" aria-hidden="true" focusable="false">
          <path d={direction === 'up' ? 'M5 1.5 9 8H1z' : 'M5 8.5 1 2h8z'} fill="currentColor" />
        </svg>
      )}
      {format.change(value)}
    </span>
  )
}
