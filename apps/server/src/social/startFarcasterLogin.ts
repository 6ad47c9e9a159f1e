import { randomUUID } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import { sealSecrets } from './attemptSecrets.ts'
import { attemptSeconds, insertAttempt } from './attemptStore.ts'
import { openChannel } from './openChannel.ts'
import { requireProvider } from './requireProvider.ts'
import type { SocialParts } from './SocialParts.ts'
import type { AttemptBeginning } from './startAttempt.ts'

/**
 * Starts a login with Farcaster: an app opens a URL instead of a window. Waiting for the attempt waits for its message.
 *
 * @throws LatchkeyError `social_unavailable`, `rate_limited`, `social_provider_failed`
 */
export async function startFarcasterLogin(
  parts: SocialParts,
  { ip, ...beginning }: AttemptBeginning & { ip: string },
): Promise<{ attemptId: string; url: string; expiresAt: string }> {
  const { context, socialLimits, sealer } = parts
  requireProvider(parts, 'farcaster')
  await socialLimits.start({ ip })
  const id = randomUUID()
  const now = context.clock.now()
  const expiresAt = new Date(now + attemptSeconds * 1000)
  const { url, secrets } = await openChannel(parts, { expiresAt })
  const sealed = await sealSecrets({ id, secrets, sealer })
  const isAdded = await context.database.transaction((tx) =>
    insertAttempt(tx, {
      ...beginning,
      id,
      provider: 'farcaster',
      mode: 'channel',
      state: 'begun',
      ...sealed,
      createdAt: new Date(now),
      expiresAt,
    }),
  )
  if (!isAdded) throw new ServiceError('rate_limited')
  return { attemptId: id, url, expiresAt: expiresAt.toISOString() }
}
