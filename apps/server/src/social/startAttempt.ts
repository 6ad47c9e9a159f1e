import { randomInt, randomUUID } from 'node:crypto'
import type { SocialProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { SocialAttempt } from '@latchkey/protocol/wallet'
import { createToken } from '../platform/crypto/createToken.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import { hashNumber } from './attemptSecrets.ts'
import { type AttemptRow, attemptSeconds, insertAttempt } from './attemptStore.ts'
import { requireProvider } from './requireProvider.ts'
import type { SocialParts } from './SocialParts.ts'
import { writeStartCookie } from './startCookie.ts'

/** Caller and purpose of an attempt. */
export type AttemptBeginning = Pick<
  AttemptRow,
  'purpose' | 'projectId' | 'hostOrigin' | 'jkt' | 'deviceName' | 'language'
> &
  Partial<Pick<AttemptRow, 'userId' | 'deviceId' | 'sessionId'>>

/** An attempt, and the cookie that identifies its browser. */
export type StartedAttempt = { attempt: SocialAttempt; cookie: string }

/**
 * Starts an attempt with a window. With `returnUrl`, the page itself navigates to the provider and back.
 *
 * @throws LatchkeyError `social_unavailable`, `origin_not_allowed`, `rate_limited`
 */
export async function startAttempt(
  parts: SocialParts,
  {
    provider,
    returnUrl,
    ip,
    ...beginning
  }: AttemptBeginning & { provider: SocialProvider; returnUrl?: string | undefined; ip: string },
): Promise<StartedAttempt> {
  const { context, walletOrigin, sealer, socialLimits } = parts
  requireProvider(parts, provider)
  if (returnUrl !== undefined) requireOwnAddress({ returnUrl, hostOrigin: beginning.hostOrigin })
  await socialLimits.start({ ip })

  const id = randomUUID()
  const now = context.clock.now()
  const handshake = createToken()
  const begun = createToken()
  const number = String(randomInt(100)).padStart(2, '0')
  const expiresAt = new Date(now + attemptSeconds * 1000)
  const isAdded = await context.database.transaction((tx) =>
    insertAttempt(tx, {
      ...beginning,
      id,
      provider,
      mode: returnUrl === undefined ? 'popup' : 'redirect',
      state: 'open',
      returnUrl: returnUrl ?? null,
      handshakeHash: hashToken(handshake),
      startHash: hashToken(begun),
      numberHash: hashNumber({ id, number, sealer }),
      createdAt: new Date(now),
      expiresAt,
    }),
  )
  if (!isAdded) throw new ServiceError('rate_limited')
  const fragment = returnUrl === undefined ? id : `${id}.${handshake}`
  return {
    attempt: {
      attemptId: id,
      handshake,
      number,
      popupUrl: `${walletOrigin}/popup/oauth#${fragment}`,
      expiresAt: expiresAt.toISOString(),
    },
    cookie: writeStartCookie({ attemptId: id, value: begun, isSecure: walletOrigin.startsWith('https:') }),
  }
}

/** The result must go only to the site that started the attempt. */
function requireOwnAddress({ returnUrl, hostOrigin }: { returnUrl: string; hostOrigin: string }): void {
  if (URL.canParse(returnUrl) && new URL(returnUrl).origin === hostOrigin) return
  throw new ServiceError('origin_not_allowed', {
    message: 'The return address must belong to the requesting site',
    field: 'returnUrl',
  })
}
