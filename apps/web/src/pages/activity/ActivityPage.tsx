import { Invitation } from '../../account/Invitation.tsx'
import { useAccountAddress } from '../../account/useAccountAddress.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { usePageTitle } from '../../ui/usePageTitle.ts'
import styles from './Activity.module.css'
import { Activity } from './Activity.tsx'
import { ActivitySkeleton } from './ActivitySkeleton.tsx'

/** The activity of the visitor's account on every network of the site. */
export function ActivityPage() {
  const { text } = useLanguage()
  const account = useAccountAddress()
  usePageTitle(text.activity.title)
  if (account.status === 'restoring') {
    return (
      <div className={styles.page} aria-busy="true">
        <h1 className={styles.title}>{text.activity.title}</h1>
        <ActivitySkeleton />
      </div>
    )
  }
  if (account.status === 'disconnected') {
    return <Invitation icon="activity" title={text.activity.invite} text={text.activity.inviteText} />
  }
  return <Activity key={account.address} address={account.address} />
}
