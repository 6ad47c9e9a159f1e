import { Link } from '@tanstack/react-router'
import { useLanguage } from '../language/LanguageContext.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './PhoneNav.module.css'
import { useNavigation } from './useNavigation.ts'

/** The navigation at the bottom of a phone's screen, in reach of a thumb. */
export function PhoneNav() {
  const { text } = useLanguage()
  const navigation = useNavigation()
  return (
    <nav className={styles.nav} aria-label={text.nav.label}>
      {navigation.map((page) => (
        <Link key={page.to} to={page.to} activeOptions={{ exact: page.to === '/', includeSearch: false }}>
          <Icon name={page.icon} size={22} />
          {text.nav[page.name]}
        </Link>
      ))}
    </nav>
  )
}
