import { ServiceError } from '@latchkey/protocol/errors'
import { and, eq } from 'drizzle-orm'
import { findAttempt } from './attemptStore.ts'
import type { SocialParts } from './SocialParts.ts'
import { socialAttempts } from './schema.ts'
import { topicOf } from './settleAttempt.ts'
import { isStartBrowser } from './startCookie.ts'

/**
 * Describes the attempt of a window. A window without its opener reports that. Unless the start cookie then proves its browser, the waiting
 * frame is notified to show the number.
 *
 * @param options.cookies the `cookie` header
 * @throws LatchkeyError `attempt_unknown`, `project_unknown`, `origin_not_allowed`, `rate_limited`
 */
export async function inspectAttempt(
  { context: { database, clock }, socialLimits, projects, news, walletOrigin }: SocialParts,
  {
    attemptId,
    isDetached = false,
    cookies,
    ip,
  }: { attemptId: string; isDetached?: boolean | undefined; cookies: string | undefined; ip: string },
) {
  await socialLimits.useWindow({ ip })
  const attempt = await findAttempt(database, attemptId)
  if (attempt?.state !== 'open' || attempt.mode === 'channel' || attempt.expiresAt.getTime() <= clock.now()) {
    throw new ServiceError('attempt_unknown')
  }
  const { provider, purpose, mode, projectId, hostOrigin, language, deviceName: device } = attempt
  const { name } = projects.check({ projectId, origin: hostOrigin })
  const isSecure = walletOrigin.startsWith('https:')
  const isSameBrowser = isStartBrowser({ header: cookies, attempt, isSecure })
  // A forwarded link would add the victim's login method to the attacker's account. Its window therefore belongs to a page of the wallet,
  // from which nothing separates it.
  const mayDetach = mode === 'popup' && purpose !== 'link'
  if (isDetached && mayDetach && !isSameBrowser && !attempt.isDetached) {
    await database
      .update(socialAttempts)
      .set({ isDetached: true })
      .where(and(eq(socialAttempts.id, attemptId), eq(socialAttempts.state, 'open')))
    await news.publish(topicOf(attemptId))
  }
  return { provider, app: name, hostOrigin, device, isSameBrowser, purpose, mode, language }
}
