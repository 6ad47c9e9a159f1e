import { ConnectButton, NetworkButton } from '@latchkey/react'
import { Link } from '@tanstack/react-router'
import { useLanguage } from '../language/LanguageContext.ts'
import { ThemeSwitch } from '../settings/ThemeSwitch.tsx'
import { useSite } from '../site/SiteContext.ts'
import styles from './Header.module.css'
import { useNavigation } from './useNavigation.ts'

/** The site's name, its pages, and the wallet. */
export function Header() {
  const { text } = useLanguage()
  const navigation = useNavigation()
  const { name } = useSite()
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link to="/" className={styles.brand} aria-label={name}>
          <svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
            <rect width="32" height="32" rx="9" className={styles.plate} />
            <path
              d="M16 7.5a5.2 5.2 0 0 0-2.6 9.7l-1.5 6.4a.75.75 0 0 0 .73.92h6.74a.75.75 0 0 0 .73-.92l-1.5-6.4A5.2 5.2 0 0 0 16 7.5Z"
              className={styles.keyhole}
            />
          </svg>
          <span>{name}</span>
        </Link>
        <nav className={styles.nav} aria-label={text.nav.label}>
          {navigation.map((page) => (
            <Link key={page.to} to={page.to} activeOptions={{ exact: page.to === '/', includeSearch: false }}>
              {text.nav[page.name]}
            </Link>
          ))}
        </nav>
        <div className={styles.wallet}>
          <div className={styles.theme}>
            <ThemeSwitch compact />
          </div>
          <div className={styles.network}>
            <NetworkButton />
          </div>
          <div className={styles.account}>
            <ConnectButton />
          </div>
        </div>
      </div>
    </header>
  )
}
