import { useState } from 'react'
import { useLanguage } from '../language/LanguageContext.ts'
import { isLanguageTag, languages } from '../language/languages.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './LanguageSwitch.module.css'

/** Selects the language of the page and of the modal. Each language has its name in its own script. */
export function LanguageSwitch() {
  const { tag, text, choose } = useLanguage()
  const [failed, setFailed] = useState(false)
  function change(next: string): void {
    if (!isLanguageTag(next)) return
    setFailed(false)
    choose(next).catch(() => setFailed(true))
  }
  return (
    <div className={styles.switch}>
      <label className={styles.field}>
        <span className="visually-hidden">{text.language.label}</span>
        <Icon name="globe" size={16} />
        <select value={tag} onChange={({ target }) => change(target.value)}>
          {Object.entries(languages).map(([value, { name }]) => (
            <option key={value} value={value} lang={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p role="status" className={styles.failed}>
        {failed && text.language.failed}
      </p>
    </div>
  )
}
