import { useScope } from './Scope.ts'

/** What {@link ChannelCode} takes. */
export type ChannelCodeProps = {
  url: string
  /** The url as a code, drawn. @see drawCode */
  code: { size: number; squares: string }
  /** Left out: the page itself goes there. */
  target?: '_blank'
}

/** A channel of Farcaster (FIP-11): a code for the phone that has the app, and a link for whoever is on it. */
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
