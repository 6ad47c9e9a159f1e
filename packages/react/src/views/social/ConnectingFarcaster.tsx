import { useEffect, useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useSocialLogin } from '../../hooks/useSocialLogin.ts'
import { leaveLogin } from '../../ui/leaveLogin.ts'
import { WalletStep } from '../../ui/WalletStep.tsx'
import { FarcasterCode } from './FarcasterCode.tsx'
import { FarcasterLink } from './FarcasterLink.tsx'
import { NoSocial } from './NoSocial.tsx'
import { SocialFailure } from './SocialFailure.tsx'

/** Waits for the approval in the Farcaster app: through a code on a computer, through a link on a phone with the app. */
export function ConnectingFarcaster() {
  const { latchkey, t } = useModalScope()
  const { modal, connection, social, wallets } = latchkey
  const { state, isAvailable, start } = useSocialLogin()
  const { status, userName, failure } = state
  const wasActive = useRef(false)
  // The view shows a refusal from the state.
  const begin = () => void social.start({ provider: 'farcaster' }).catch(() => undefined)
  useEffect(() => {
    if (status !== 'idle') wasActive.current = true
    else if (!isAvailable || connection.getState().status === 'connected') return
    else if (wasActive.current) leaveLogin(modal)
    // The view was opened by name. Farcaster needs no window, so it can start without a click.
    else if (social.getState().status === 'idle') start({ provider: 'farcaster' }).catch(() => undefined)
  }, [status, isAvailable, social, start, modal, connection])

  if (!isAvailable) return <NoSocial provider="farcaster" />
  if (status === 'failed' && failure) return <SocialFailure provider="farcaster" failure={failure} onAgain={begin} />
  if (status === 'connecting' || (status === 'idle' && wasActive.current)) {
    return (
      <WalletStep
        icon="key"
        state="waiting"
        title={t('email.connecting.title')}
        text={
          userName === undefined
            ? t('social.connecting.text', { provider: 'Farcaster' })
            : t('social.connecting.name', { name: userName })
        }
      />
    )
  }
  return wallets.isMobile() ? <FarcasterLink channel={state.channel} /> : <FarcasterCode channel={state.channel} />
}
