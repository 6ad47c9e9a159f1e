import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useLiveAccount } from '../account/useLiveAccount.ts'
import { useLanguage } from '../language/LanguageContext.ts'
import { useStreamWatch } from '../live/useStreamWatch.ts'
import { useSignedIn } from '../signIn/SignedInContext.ts'
import { useSite } from '../site/SiteContext.ts'
import { CrashBoundary } from '../ui/CrashBoundary.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { ConnectionBar } from './ConnectionBar.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { PhoneNav } from './PhoneNav.tsx'
import styles from './Shell.module.css'

const SettingsSync = lazyComponent(async () => (await import('../settings/SettingsSync.tsx')).SettingsSync)

const SavedNames = lazyComponent(async () => (await import('../settings/SavedNames.tsx')).SavedNames)

/** The frame around every page: header, navigation and footer. */
export function Shell() {
  const { text } = useLanguage()
  const { contacts, sandbox } = useSite()
  const signedIn = useSignedIn()
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const lastPath = useRef(path)
  useLiveAccount()
  useStreamWatch()

  // Announce a new page by moving the focus to it. The browser announces the first one.
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
      <CrashBoundary>
        <Header />
      </CrashBoundary>
      <CrashBoundary silent>
        <ConnectionBar />
      </CrashBoundary>
      <main ref={main} id="content" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <CrashBoundary>
        <Footer />
      </CrashBoundary>
      <CrashBoundary silent>
        <PhoneNav />
      </CrashBoundary>
      {(signedIn.status === 'signedIn' || contacts !== undefined) && (
        <CrashBoundary silent>
          <Suspense>
            <SavedNames owner={signedIn.status === 'signedIn' ? signedIn.owner : undefined} />
          </Suspense>
        </CrashBoundary>
      )}
      {signedIn.status === 'signedIn' && (
        <CrashBoundary key={signedIn.owner} silent>
          <Suspense>
            <SettingsSync owner={signedIn.owner} />
          </Suspense>
        </CrashBoundary>
      )}
    </div>
  )
}
