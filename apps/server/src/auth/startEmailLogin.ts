import { randomInt, randomUUID } from 'node:crypto'
import type { WorkSolution } from '@latchkey/protocol/wallet'
import { announceMail } from '../mail/announceMail.ts'
import { createToken } from '../platform/crypto/createToken.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import { insertAttempt } from './attemptStore.ts'
import { indexEmail } from './emailAddress.ts'
import { findUser } from './findOrCreateUser.ts'
import { isKeyOf } from './isUsedKey.ts'
import type { LoginParts } from './LoginParts.ts'
import { codeSeconds, createCode, hashCode } from './loginCode.ts'
import { cooldownSeconds } from './loginLimits.ts'
import { nameDevice } from './nameDevice.ts'
import { scopeOf } from './scopeOf.ts'

/** Seconds that a device link is valid. */
const linkSeconds = 15 * 60

/**
 * Sends a code, or a link if the device must be verified first. Nothing depends on whether the account exists: queries, rows, email and
 * response are the same.
 *
 * @throws LatchkeyError `project_unknown`, `origin_not_allowed`, `email_cooldown`, `work_required`, `rate_limited`
 */
export async function startEmailLogin(
  { context, walletOrigin, sealer, audit, mailer, limits, projects }: LoginParts,
  {
    projectId,
    email,
    hostOrigin,
    language = 'en',
    jkt,
    ip,
    userAgent,
    work,
  }: {
    projectId: string
    email: string
    hostOrigin: string
    language?: string | undefined
    jkt: string
    ip: string
    userAgent: string
    work?: WorkSolution | undefined
  },
) {
  const { database, clock } = context
  const project = projects.check({ projectId, origin: hostOrigin })
  const scope = scopeOf(project)
  const subjectIndex = indexEmail({ email, scope, sealer })
  const isUsedDevice = await isKeyOf(database, { scope, identity: { kind: 'email', email }, jkt, sealer })
  // The holder of a key that this address has used does not count as a stranger.
  const standing = { isKnown: isUsedDevice, isOwnMailbox: isUsedDevice }
  await limits.sendMail({ email, ip, projectId, starter: jkt, ...standing, work })

  const id = randomUUID()
  const now = clock.now()
  const sealed = await sealer.seal({ plaintext: Buffer.from(email), context: `attempt:${id}` })
  const isLinkOnly = await limits.isLinkOnly({ email })
  const needsLink = isLinkOnly || (project.wallet.deviceVerification === 'unknown-device' && !isUsedDevice)

  const code = createCode()
  const token = createToken()
  const number = String(randomInt(100)).padStart(2, '0')
  const seconds = needsLink ? linkSeconds : codeSeconds
  const expiresAt = new Date(now + seconds * 1000)
  const device = nameDevice(userAgent)
  const about = { app: project.name, hostOrigin, device, minutes: seconds / 60 }

  await database.transaction(async (tx) => {
    await insertAttempt(tx, {
      id,
      purpose: 'login',
      projectId,
      subjectIndex,
      sealedSubject: sealed.box,
      kekId: sealed.kekId,
      jkt,
      hostOrigin,
      deviceName: device,
      language,
      ...(needsLink
        ? { linkHash: hashToken(token), numberHash: sealer.mac({ purpose: 'number', data: `${id}|${number}` }) }
        : { codeHash: hashCode({ attemptId: id, email, code, sealer }), codeExpiresAt: expiresAt }),
      state: needsLink ? 'device' : 'code',
      createdAt: new Date(now),
      expiresAt,
    })
    if (needsLink) {
      const url = `${walletOrigin}/w/device#${token}`
      await mailer.enqueue(tx, {
        to: email,
        template: 'deviceLink',
        contents: { ...about, url },
        language,
        ttl: seconds,
      })
    } else {
      await mailer.enqueue(tx, {
        to: email,
        template: 'loginCode',
        contents: { ...about, code },
        language,
        ttl: seconds,
      })
    }
    const userId = (await findUser(tx, { scope, subjectIndex })) ?? null
    await audit.record(tx, { event: 'otp.sent', userId, deviceId: null, data: { site: hostOrigin, device } })
  })
  await announceMail(context.bus)

  return {
    attemptId: id,
    action: needsLink ? ('VERIFY_DEVICE' as const) : ('VERIFY_OTP' as const),
    matchNumber: needsLink ? number : null,
    expiresAt: expiresAt.toISOString(),
    resendAt: new Date(now + cooldownSeconds * 1000).toISOString(),
    hostMayTypeCode: project.wallet.hostMayTypeCode,
  }
}
