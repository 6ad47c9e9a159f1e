import { ChannelCode } from '../ui/ChannelCode.tsx'
import { useScope } from '../ui/Scope.ts'
import type { Card } from './Card.ts'
import { CardFrame } from './CardFrame.tsx'
import { SignInText } from './SignInText.tsx'

/**
 * Shows a Farcaster channel for a login that also signs in to the site. The statement is next to the QR code, which otherwise the site
 * shows.
 */
export function ChannelCard({ card: { note, url, code } }: { card: Extract<Card, { kind: 'channel' }> }) {
  const { t } = useScope()
  return (
    <CardFrame title={t('popup.title.login', { provider: 'Farcaster' })}>
      <p class="aside">{t('popup.channel.text')}</p>
      <SignInText note={note} />
      <ChannelCode code={code} url={url} target="_blank" />
    </CardFrame>
  )
}
