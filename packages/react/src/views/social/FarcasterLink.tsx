import { useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Button } from '../../ui/Button.tsx'
import { leaveLogin } from '../../ui/leaveLogin.ts'
import { SocialMark } from '../../ui/SocialMark.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'
import { WalletStep } from '../../ui/WalletStep.tsx'
import type { FarcasterCodeProps } from './FarcasterCode.tsx'

/** The Farcaster channel as a link, on a phone with the app. */
export function FarcasterLink({ channel }: FarcasterCodeProps) {
  const { latchkey, t } = useModalScope()
  const [isOpened, setOpened] = useState(false)
  const isSlow = useLongWait(isOpened)
  return (
    <WalletStep
      icon={<SocialMark provider="farcaster" />}
      state={isOpened ? 'waiting' : 'idle'}
      title={t('farcaster.phone.title')}
      text={t(isSlow ? 'farcaster.slow' : 'farcaster.phone.text')}
    >
      {channel ? (
        <a
          className="btn"
          data-kind="primary"
          data-autofocus=""
          data-key="open"
          href={channel.url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => setOpened(true)}
        >
          <span>{t(isOpened ? 'farcaster.openAgain' : 'farcaster.open')}</span>
        </a>
      ) : (
        <button type="button" className="btn" data-kind="primary" aria-busy="true" aria-disabled="true">
          <Spinner />
          <span>{t('farcaster.open')}</span>
        </button>
      )}
      <Button kind="secondary" onClick={() => leaveLogin(latchkey.modal)}>
        {t('cancel')}
      </Button>
    </WalletStep>
  )
}
