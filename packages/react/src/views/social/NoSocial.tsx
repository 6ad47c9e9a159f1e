import type { SocialProvider } from '@latchkey/core'
import { providerNames } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { leaveLogin } from '../../ui/leaveLogin.ts'
import { SocialMark } from '../../ui/SocialMark.tsx'
import { WalletStep } from '../../ui/WalletStep.tsx'

/** Shown on a site without a login through this provider. */
export function NoSocial({ provider }: { provider: SocialProvider }) {
  const { latchkey, t } = useModalScope()
  return (
    <WalletStep
      icon={<SocialMark provider={provider} />}
      state="idle"
      title={t('social.continue', { provider: providerNames[provider] })}
      text={t('later.text', { app: latchkey.config.metadata.name })}
    >
      <Button autoFocusInView onClick={() => leaveLogin(latchkey.modal)}>
        {t('social.other')}
      </Button>
    </WalletStep>
  )
}
