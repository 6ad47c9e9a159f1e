import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLiveAccount } from '../account/useLiveAccount.ts'
import { useLanguage } from '../language/LanguageContext.ts'
import { useStreamWatch } from '../live/useStreamWatch.ts'
import { useSignedIn } from '../signIn/SignedInContext.ts'
import { useSite } from '../site/SiteContext.ts'
import { ConnectionBar } from './ConnectionBar.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { PhoneNav } from './PhoneNav.tsx'
import styles from './Shell.module.css'

const SettingsSync = lazy(async () => ({ default: (await import('../settings/SettingsSync.tsx')).SettingsSync }))

const SavedNames = lazy(async () => ({
  default: (await import('../settings/SavedNames.tsx')).SavedNames,
}))

/** What stands around every page. */
export function Shell() {
  const { text } = useLanguage()
  const { contacts, sandbox } = useSite()
  const signedIn = useSignedIn()
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const lastPath = useRef(path)
  useLiveAccount()
  useStreamWatch()

  // A new page is announced by moving the focus to it; not on the first one, which the browser announces itself.
  useEffect(() => {
    if (lastPath.current !== undefined && lastPath.current !== path) main.current?.focus({ preventScroll: true })
    lastPath.current = path
  }, [path])

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {text.nav.skip}
      </a>
      {sandbox && (
        <aside className={styles.sandbox} aria-label={text.sandboxLabel}>
          {text.sandbox}
        </aside>
      )}
      <Header />
      <ConnectionBar />
      <main ref={main} id="content" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <PhoneNav />
      {(signedIn.status === 'signedIn' || contacts !== undefined) && (
        <Suspense>
          <SavedNames owner={signedIn.status === 'signedIn' ? signedIn.owner : undefined} />
        </Suspense>
      )}
      {signedIn.status === 'signedIn' && (
        <Suspense>
          <SettingsSync key={signedIn.owner} owner={signedIn.owner} />
        </Suspense>
      )}
    </div>
  )
}
