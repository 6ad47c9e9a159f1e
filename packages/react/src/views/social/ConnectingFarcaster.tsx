import { useEffect, useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useSocialLogin } from '../../hooks/useSocialLogin.ts'
import { leaveLogin } from '../../ui/leaveLogin.ts'
import { WalletStep } from '../../ui/WalletStep.tsx'
import { FarcasterCode } from './FarcasterCode.tsx'
import { FarcasterLink } from './FarcasterLink.tsx'
import { NoSocial } from './NoSocial.tsx'
import { SocialFailure } from './SocialFailure.tsx'

/** Waits for the approval in the Farcaster app: by a code on a computer, by a link on the phone that has the app. */
export function ConnectingFarcaster() {
  const { latchkey, t } = useModalScope()
  const { modal, connection, social, wallets } = latchkey
  const { state, isAvailable, start } = useSocialLogin()
  const { status, userName, failure } = state
  const wasActive = useRef(false)
  // Its refusal is in the state, which this shows.
  const begin = () => void social.start({ provider: 'farcaster' }).catch(() => undefined)
  useEffect(() => {
    if (status !== 'idle') wasActive.current = true
    else if (!isAvailable || connection.getState().status === 'connected') return
    else if (wasActive.current) leaveLogin(modal)
    // Opened by its name. No window is needed, so that nobody has to click for it.
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
