import { useScope } from './Scope.ts'

export type ChannelCodeProps = {
  url: string
  /** The URL as a QR code. @see drawCode */
  code: { size: number; squares: string }
  /** Omitted: the page itself navigates there. */
  target?: '_blank'
}

/** A Farcaster channel (FIP-11): a QR code for the phone with the app, and a link for visitors on that phone. */
export function ChannelCode({ url, code: { size, squares }, target }: ChannelCodeProps) {
  const { t } = useScope()
  return (
    <>
      <div class="qr">
        <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('popup.channel.code')}>
          <path d={squares} />
        </svg>
      </div>
      <a class="btn" data-kind="secondary" href={url} target={target} rel="noreferrer">
        <span>{t('popup.channel.open')}</span>
      </a>
    </>
  )
}
