import { useErrorText } from '@latchkey/react'
import { useMutationState, useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../../api/ownQueries.ts'
import { toFailure } from '../../../api/toFailure.ts'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { LanguageSwitch } from '../../../settings/LanguageSwitch.tsx'
import { savingKey } from '../../../settings/savingKey.ts'
import { ThemeSwitch } from '../../../settings/ThemeSwitch.tsx'
import { useOwner } from '../../../signIn/SignedInContext.ts'
import { useSite } from '../../../site/SiteContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { usePageTitle } from '../../../ui/usePageTitle.ts'
import { Section } from '../Section.tsx'
import styles from './SettingsPage.module.css'

/** Theme and language, the same in every browser. The page's own switches also change them. */
export function SettingsPage() {
  const { text } = useLanguage()
  usePageTitle(text.settings.title)
  return (
    <Section title={text.settings.title} text={text.settings.text}>
      <dl className={styles.list}>
        <div>
          <dt>{text.settings.theme}</dt>
          <dd>
            <ThemeSwitch />
          </dd>
        </div>
        <div>
          <dt>{text.settings.language}</dt>
          <dd>
            <LanguageSwitch />
          </dd>
        </div>
      </dl>
      <Saved />
    </Section>
  )
}

/** Whether the shown settings are saved in the account. */
function Saved() {
  const { text } = useLanguage()
  const api = useSite()
  const owner = useOwner()
  const { data, error, refetch } = useQuery(settingsQuery({ api, owner }))
  const last = useMutationState({
    filters: { mutationKey: savingKey(owner) },
    select: ({ state }) => ({ status: state.status, error: state.error }),
  }).at(-1)
  const readFailure = !data && error ? toFailure(error) : undefined
  const isConflict = last?.error ? toFailure(last.error).code === 'settings_conflict' : false
  const saveFailure = last?.status === 'error' && !isConflict ? toFailure(last.error) : undefined
  const failure = readFailure ?? saveFailure
  const reason = useErrorText(failure)
  const isBusy = last?.status === 'pending' || isConflict || (!data && !failure)
  return (
    <div role="status" className={styles.state} data-failed={failure !== undefined}>
      {failure ? (
        <>
          <Icon name="warning" size={16} />
          <span>
            {readFailure ? text.settings.failed : text.settings.saveFailed}: {reason}
          </span>
          <Button kind="plain" size="s" onClick={() => refetch()}>
            {text.state.retry}
          </Button>
        </>
      ) : isBusy ? (
        text.settings.saving
      ) : data?.value.version === 0 ? (
        text.settings.unset
      ) : (
        <>
          <Icon name="check" size={16} />
          <span>{text.settings.saved}</span>
        </>
      )}
    </div>
  )
}
