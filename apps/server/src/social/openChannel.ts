import { randomBytes } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import type { AttemptSecrets } from './attemptSecrets.ts'
import type { SocialParts } from './SocialParts.ts'

/** Opens a Farcaster channel. @throws LatchkeyError `social_unavailable`, `social_provider_failed` */
export async function openChannel(
  { channels }: Pick<SocialParts, 'channels'>,
  { expiresAt }: { expiresAt: Date },
): Promise<{ url: string; secrets: AttemptSecrets }> {
  if (!channels) throw new ServiceError('social_unavailable')
  const nonce = randomBytes(16).toString('hex')
  const { url, channelToken } = await channels.open({ nonce, expiresAt })
  return { url, secrets: { kind: 'channel', nonce, channelToken } }
}
