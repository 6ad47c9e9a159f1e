import type { LoginFailure, SocialProvider } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import { providerNames } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { leaveLogin } from '../../ui/leaveLogin.ts'
import { SocialMark } from '../../ui/SocialMark.tsx'
import { WalletStep } from '../../ui/WalletStep.tsx'

export type SocialFailureProps = {
  provider: SocialProvider
  failure: LoginFailure
  onAgain: () => void
  /** Opens the provider in this page instead of a window; undefined if that is not possible. */
  onHere?: () => void
}

/** Failures whose text names the provider. All others have their own sentence. */
const texts: { readonly [Code in ErrorCode]?: 'social.denied.text' | 'social.down.text' } = {
  social_denied: 'social.denied.text',
  social_provider_failed: 'social.down.text',
}

/** Explains why the login failed, and offers the next step. */
export function SocialFailure({ provider, failure, onAgain, onHere }: SocialFailureProps) {
  const { latchkey, t, sentence } = useModalScope()
  const { code } = failure
  const isBlocked = code === 'popup_blocked'
  const isHopeless = code === 'social_unavailable'
  const text = isBlocked ? (onHere ? 'social.blocked.text' : 'social.blocked.framed') : texts[code]
  return (
    <WalletStep
      icon={<SocialMark provider={provider} />}
      state="failed"
      title={t(isBlocked ? 'social.blocked.title' : 'email.failed.title')}
      text={text ? t(text, { provider: providerNames[provider] }) : sentence(failure)}
    >
      {!isHopeless && (
        <Button autoFocusInView onClick={onAgain}>
          {t(isBlocked ? 'social.openAgain' : 'tryAgain')}
        </Button>
      )}
      {isBlocked && onHere && (
        <Button kind="secondary" onClick={onHere}>
          {t('social.here')}
        </Button>
      )}
      <Button kind={isBlocked && onHere ? 'quiet' : 'secondary'} onClick={() => leaveLogin(latchkey.modal)}>
        {t('social.other')}
      </Button>
    </WalletStep>
  )
}
