import { providerNames } from '@latchkey/protocol'
import { useEffect, useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useSocialLogin } from '../../hooks/useSocialLogin.ts'
import { Button } from '../../ui/Button.tsx'
import { leaveLogin } from '../../ui/leaveLogin.ts'
import { SocialMark } from '../../ui/SocialMark.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { WalletStep } from '../../ui/WalletStep.tsx'
import type { View } from '../ViewGroup.ts'
import { NoSocial } from './NoSocial.tsx'
import { SocialFailure } from './SocialFailure.tsx'

/** Waits while the visitor logs in with a provider, in its window or after the return from it. */
export const ConnectingSocial: View<'ConnectingSocial'> = ({ data: { provider } }) => {
  const { latchkey, t } = useModalScope()
  const { modal, connection } = latchkey
  const { state, isAvailable, prepare, start, startRedirect } = useSocialLogin()
  const { status, window: condition } = state
  const isSlow = useLongWait(status === 'waiting' && condition === undefined)
  const wasActive = useRef(false)
  const name = providerNames[provider]
  useEffect(prepare, [prepare])
  useEffect(() => {
    // The visitor gave up on the wallet's card.
    if (status === 'idle' && wasActive.current && connection.getState().status !== 'connected') leaveLogin(modal)
    if (status !== 'idle') wasActive.current = true
  }, [status, modal, connection])

  if (!isAvailable) return <NoSocial provider={provider} />
  // The view shows a refusal from the state.
  const open = () => void start({ provider }).catch(() => undefined)
  const icon = <SocialMark provider={provider} />
  const cancel = (
    <Button kind="secondary" onClick={() => leaveLogin(modal)}>
      {t('cancel')}
    </Button>
  )
  if (status === 'failed' && state.failure) {
    return (
      <SocialFailure
        provider={provider}
        failure={state.failure}
        onAgain={open}
        {...(state.canRedirect &&
          provider !== 'farcaster' && { onHere: () => void startRedirect({ provider }).catch(() => undefined) })}
      />
    )
  }
  if (status === 'connecting' || (status === 'idle' && wasActive.current)) {
    return (
      <WalletStep
        icon="key"
        state="waiting"
        title={t('email.connecting.title')}
        text={t('social.connecting.text', { provider: name })}
      />
    )
  }
  if (status === 'idle') {
    return (
      <WalletStep
        icon={icon}
        state="idle"
        title={t('social.continue', { provider: name })}
        text={t('social.opening.text')}
      >
        <Button autoFocusInView onClick={open}>
          {t('social.continue', { provider: name })}
        </Button>
        {cancel}
      </WalletStep>
    )
  }
  if (status === 'opening') {
    return (
      <WalletStep
        icon={icon}
        state="waiting"
        title={t('social.opening.title', { provider: name })}
        text={t(condition === 'none' ? 'social.leaving.text' : 'social.opening.text')}
      >
        {cancel}
      </WalletStep>
    )
  }
  if (condition === 'detached') {
    return (
      <WalletStep
        icon={icon}
        state="waiting"
        title={t('social.number.title')}
        text={t('social.number.text', { provider: name })}
      >
        {cancel}
      </WalletStep>
    )
  }
  return (
    <WalletStep
      icon={icon}
      state="waiting"
      title={condition === 'gone' ? t('social.gone.title') : t('social.waiting.title', { provider: name })}
      text={
        condition === 'gone'
          ? t('social.gone.text')
          : isSlow
            ? t('social.waiting.slow', { provider: name })
            : t('social.waiting.text')
      }
    >
      {condition === 'gone' && <Button onClick={open}>{t('social.openAgain')}</Button>}
      {cancel}
    </WalletStep>
  )
}
