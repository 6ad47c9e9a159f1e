import { parseAccountId, shortenAddress } from '@latchkey/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { rolesQuery } from '../../api/ownQueries.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useOwner, useSignedInStore } from '../../signIn/SignedInContext.ts'
import { SignedInGate } from '../../signIn/SignedInGate.tsx'
import { useSite } from '../../site/SiteContext.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import styles from './AccountPage.module.css'

const sections = [
  { to: '/account', name: 'addresses' },
  { to: '/account/purchases', name: 'purchases' },
  { to: '/account/settings', name: 'settings' },
  { to: '/account/browsers', name: 'browsers' },
] as const

/** The data that the site keeps for the active account. Requires a sign-in with it. */
export function AccountPage() {
  const { text } = useLanguage()
  return (
    <SignedInGate
      title={text.account.title}
      icon="account"
      invite={{ title: text.account.invite, text: text.account.inviteText }}
      skeleton={<AccountSkeleton />}
    >
      <Account />
    </SignedInGate>
  )
}

function Account() {
  const { text } = useLanguage()
  const owner = useOwner()
  const { address } = parseAccountId(owner)
  const isOperator = useIsOperator()
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{text.account.title}</h1>
        <p className={styles.who}>
          <span title={address}>{text.account.signedInAs(`\u2066${shortenAddress(address)}\u2069`)}</span>
          <CopyButton value={address} what={`${text.copy.label}: ${text.addresses.address}`} />
        </p>
        <SignOut />
      </header>
      <nav className={styles.sections} aria-label={text.account.sections}>
        {sections.map(({ to, name }) => (
          <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
            {text[name].title}
          </Link>
        ))}
        {isOperator && (
          <Link to="/operator" className={styles.operator}>
            {text.operator.title}
            <Icon name="next" size={15} />
          </Link>
        )}
      </nav>
      <Outlet />
    </div>
  )
}

function SignOut() {
  const { text } = useLanguage()
  const store = useSignedInStore()
  const [state, setState] = useState<'busy' | 'failed'>()
  const signOut = () => {
    if (state === 'busy') return
    setState('busy')
    store.signOut().catch(() => setState('failed'))
  }
  return (
    <>
      <Button size="s" className={styles.leave} aria-disabled={state === 'busy'} onClick={signOut}>
        {text.account.signOut}
      </Button>
      <p role="status" className={styles.failed}>
        {state === 'failed' && text.account.signOutFailed}
      </p>
    </>
  )
}

/** Whether the server treats the visitor as an operator of the site. Other visitors do not see that the page exists. */
function useIsOperator(): boolean {
  const api = useSite()
  const owner = useOwner()
  return useQuery(rolesQuery({ api, owner })).data?.value.isOperator === true
}

/** Placeholder of the account while the sign-in is unknown. */
function AccountSkeleton() {
  const { text } = useLanguage()
  return (
    <div className={styles.page} aria-busy="true">
      <header className={styles.header}>
        <h1>{text.account.title}</h1>
        <p className={styles.who}>
          <Skeleton width={22} />
        </p>
      </header>
      <div className={styles.sections} aria-hidden="true">
        <span className={styles.place}>
          <Skeleton width={40} />
        </span>
      </div>
      <div aria-hidden="true">
        <SkeletonRows count={3} picture={44} widths={[16, 8]} />
      </div>
    </div>
  )
}
