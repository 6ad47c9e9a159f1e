import type { SocialProvider } from '@latchkey/core'
import { providerNames } from '@latchkey/protocol'
import { useEffect, useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useSocialLogin } from '../../hooks/useSocialLogin.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SocialMark } from '../../ui/SocialMark.tsx'

/** Number of places in a line. With more providers, the last place opens the rest. */
const places = 6

export type SocialLoginsProps = { /** Whether to go on. */ onBefore: () => boolean }

/** The providers that the visitor can log in with, as a line of marks. */
export function SocialLogins({ onBefore }: SocialLoginsProps) {
  const { latchkey, t } = useModalScope()
  const { state, prepare, start } = useSocialLogin()
  const [isWhole, setWhole] = useRemembered('Connect.socials', false)
  const wasOpened = useRef(false)
  useEffect(prepare, [prepare])
  const { providers } = state

  function choose(provider: SocialProvider): void {
    if (!onBefore()) return
    // First, because a browser opens a window only within the click. The view shows a refusal from the state.
    start({ provider }).catch(() => undefined)
    if (provider === 'farcaster') latchkey.modal.push('ConnectingFarcaster')
    else latchkey.modal.push('ConnectingSocial', { provider })
  }

  if (!providers) return <div className="socials-blank skeleton" />
  if (providers.length === 0) return null
  const isShort = !isWhole && providers.length > places
  const shown = isShort ? providers.slice(0, places - 1) : providers
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn apart
    <div
      role="group"
      className="socials"
      aria-label={t('social.label')}
      data-lines={shown.length > places ? 2 : undefined}
    >
      {shown.map((provider, index) => (
        <button
          key={provider}
          type="button"
          className="social"
          data-key={`social-${provider}`}
          aria-label={t('social.continue', { provider: providerNames[provider] })}
          ref={(button) => {
            // The place of the pressed button.
            if (wasOpened.current && index === places - 1) button?.focus()
          }}
          // A pointer over a provider means that the visitor will need the embedded wallet.
          onPointerEnter={() => latchkey.email.prepare()}
          onFocus={() => latchkey.email.prepare()}
          onClick={() => choose(provider)}
        >
          <SocialMark provider={provider} />
          {shown.length === 1 && <span>{t('social.continue', { provider: providerNames[provider] })}</span>}
          {shown.length === 2 && <span translate="no">{providerNames[provider]}</span>}
        </button>
      ))}
      {isShort && (
        <button
          type="button"
          className="social"
          data-key="social-more"
          aria-expanded="false"
          aria-label={t('social.more')}
          onClick={() => {
            wasOpened.current = true
            setWhole(true)
          }}
        >
          <Icon name="down" />
        </button>
      )}
    </div>
  )
}
