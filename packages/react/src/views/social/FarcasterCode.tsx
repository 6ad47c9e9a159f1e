import type { SocialLogin } from '@latchkey/core'
import { useEffect, useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { SocialMark } from '../../ui/SocialMark.tsx'
import { useLongWait } from '../../ui/useLongWait.ts'

export type FarcasterCodeProps = { /** Undefined until it is ready. */ channel: SocialLogin['channel'] }

/** The Farcaster channel as a QR code to scan with the phone. Every state has the same size. */
export function FarcasterCode({ channel }: FarcasterCodeProps) {
  const { t } = useModalScope()
  const isSlow = useLongWait(channel !== undefined)
  const url = channel?.url
  const first = useRef(url)
  useEffect(() => {
    first.current ??= url
  }, [url])
  const isFresh = first.current !== undefined && url !== first.current
  return (
    <div className="view pairing">
      {channel ? (
        <QrCode text={channel.url} label={t('farcaster.code')} key={channel.url}>
          <span className="qr-logo">
            <span className="picture tile" data-shape="square">
              <SocialMark provider="farcaster" />
            </span>
          </span>
        </QrCode>
      ) : (
        <div className="qr-blank skeleton" />
      )}
      <p className="pairing-text" role="status">
        {t(!channel ? 'pairing.preparing' : isSlow ? 'farcaster.slow' : 'farcaster.scan')}
      </p>
      <div className="pairing-time">
        {channel ? (
          <>
            <Countdown until={channel.expiresAt} />
            <span className="sr" role="status">
              {isFresh ? t('pairing.fresh') : ''}
            </span>
          </>
        ) : (
          <span className="skeleton skeleton-line" data-small="" data-width="1" />
        )}
      </div>
      {channel ? (
        <CopyButton text={channel.url} label={t('pairing.copy')} kind="secondary" />
      ) : (
        <div className="btn btn-blank" data-kind="secondary" aria-hidden="true" />
      )}
    </div>
  )
}
