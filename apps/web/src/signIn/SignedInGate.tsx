import { ServiceError } from '@latchkey/protocol/errors'
import { NetworkButton, useAccount, useLatchkey } from '@latchkey/react'
import type { ReactNode } from 'react'
import { Invitation } from '../account/Invitation.tsx'
import { toFailure } from '../api/toFailure.ts'
import { useLanguage } from '../language/LanguageContext.ts'
import { useSite } from '../site/SiteContext.ts'
import { canSignIn } from '../site/siteConfig.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import type { IconName } from '../ui/Icon.tsx'
import { NotFound } from '../ui/NotFound.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { OwnerContext, useSignedIn } from './SignedInContext.ts'
import { SignInPrompt } from './SignInPrompt.tsx'
import { isWatched } from './watchSiwx.ts'

type Gate = {
  title: string
  icon: IconName
  invite: { title: string; text: string }
  /** Purpose of the sign-in, if it is not the account page. */
  signInText?: string
  /** Shown while the sign-in is unknown. */
  skeleton: ReactNode
  children: ReactNode
}

/** Shows an account's data after its sign-in, otherwise the prompt. Another account mounts the content again, so no earlier data stays. */
export function SignedInGate(gate: Gate) {
  return canSignIn(useSite()) ? <OpenGate {...gate} /> : <NotFound />
}

function OpenGate({ title, icon, invite, signInText, skeleton, children }: Gate) {
  const { text } = useLanguage()
  const { status: connection } = useAccount()
  const { siwx } = useLatchkey().config
  const signedIn = useSignedIn()
  usePageTitle(title)
  if (signedIn.status === 'signedIn')
    return (
      <OwnerContext key={signedIn.owner} value={signedIn.owner}>
        {children}
      </OwnerContext>
    )
  if (signedIn.status === 'needed') return <SignInPrompt why={signedIn.why} text={signInText} />
  if (signedIn.status === 'away')
    return (
      <>
        <h1 className="visually-hidden">{title}</h1>
        <FailedState
          title={text.account.away}
          failure={toFailure(new ServiceError('network_request_failed'))}
          onRetry={() => isWatched(siwx) && siwx.lookAgain()}
        />
      </>
    )
  if (signedIn.status === 'checking' || connection === 'reconnecting') return skeleton
  if (connection === 'connected')
    return (
      <EmptyState icon={icon} heading="h1" title={text.account.unlisted} text={text.account.unlistedText}>
        <NetworkButton />
      </EmptyState>
    )
  return <Invitation icon={icon} {...invite} />
}
