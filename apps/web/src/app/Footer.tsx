import { useLanguage } from '../language/LanguageContext.ts'
import { LanguageSwitch } from '../settings/LanguageSwitch.tsx'
import { ThemeSwitch } from '../settings/ThemeSwitch.tsx'
import { useSite } from '../site/SiteContext.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './Footer.module.css'
import { linksOf } from './linksOf.ts'

/** The source of prices, the operator's links, the language and the theme. */
export function Footer() {
  const { text } = useLanguage()
  const links = linksOf({ site: useSite(), labels: text.footer })
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p className={styles.note}>{text.footer.note}</p>
        {links.length > 0 && (
          <ul className={styles.links} aria-label={text.footer.links}>
            {links.map(({ label, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noreferrer">
                  {label}
                  <Icon name="external" size={14} />
                </a>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.choices}>
          <LanguageSwitch />
          <div className={styles.theme}>
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </footer>
  )
}
