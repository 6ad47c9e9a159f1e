import { useContext } from 'preact/hooks'
import type { SignInNote } from '../signIn/LoginSignIn.ts'
import { useScope } from '../ui/Scope.ts'
import { CardSurroundingsContext } from './CardFrame.tsx'

/** Shows that a login also signs in to the site, with the site's whole statement: nothing is signed that was not shown. */
export function SignInText({ note }: { note: SignInNote | undefined }) {
  const { t } = useScope()
  const { asker } = useContext(CardSurroundingsContext)
  if (!note || !asker) return null
  return (
    <p class="aside">
      {t('signIn.also', { site: new URL(asker.origin).host })}
      {note.statement !== null && (
        <>
          {' '}
          {t('signIn.statement')}{' '}
          <q translate={false} dir="auto">
            {note.statement}
          </q>
        </>
      )}
    </p>
  )
}
