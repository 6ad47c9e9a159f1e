import { ServiceError } from '@latchkey/protocol/errors'
import { and, count, desc, eq, gt } from 'drizzle-orm'
import { createToken } from '../platform/crypto/createToken.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import type { Transaction } from '../platform/db/Database.ts'
import type { AuthMethod } from './createLogins.ts'
import { findOrCreateDevice } from './findOrCreateDevice.ts'
import type { LoginPlace } from './finishLogin.ts'
import type { LoginParts } from './LoginParts.ts'
import { readContactEmail } from './readContactEmail.ts'
import { loginNotices } from './schema.ts'

const daySeconds = 24 * 60 * 60

/** Days for which the link in a notice can end the login. */
const noticeDays = 7

/** Seconds during which a key cannot log in after its login was ended by email. */
const blockSeconds = daySeconds

/** Notices of one account per day. Above it no new key can log in, because the owner could not be notified. */
const noticesPerDay = 20

/** Dependencies of {@link admitDevice}. */
export type AdmitPorts = Pick<LoginParts, 'context' | 'walletOrigin' | 'sealer' | 'mailer'>

/**
 * Admits the device of a login. If its key is new to the account, the owner gets an email at once, with a link that ends the login. The
 * limit of login emails does not apply, so that an attacker cannot suppress notices by using it up. There is no email for the first login
 * of an account, or for an account without an address.
 *
 * @param options.isNewUser whether this login created the account
 * @param options.methods methods of the login; a passkey is admitted even after the owner ended a login of this key. A thief of a mailbox
 * or of a provider account has no passkey
 * @throws LatchkeyError `login_ended` for a day after the owner ended the login of this key; `rate_limited` if the account had twenty
 * notices in a day
 */
export async function admitDevice(
  ports: AdmitPorts,
  tx: Transaction,
  {
    userId,
    isNewUser,
    login,
    methods,
  }: { userId: string; isNewUser: boolean; login: LoginPlace; methods: readonly AuthMethod[] },
): Promise<string> {
  const { clock } = ports.context
  const { projectId, hostOrigin, jkt, deviceName } = login
  const endedAt = await findEnd(tx, { userId, jkt })
  const blockedFor = endedAt === undefined ? 0 : endedAt.getTime() + blockSeconds * 1000 - clock.now()
  if (blockedFor > 0 && !methods.includes('passkey')) {
    throw new ServiceError('login_ended', { retryAfter: Math.ceil(blockedFor / 1000) })
  }
  const place = { userId, jkt, name: deviceName, projectId, hostOrigin, clock }
  const { deviceId, isNew } = await findOrCreateDevice(tx, place)
  const isUnseen = isNew || endedAt !== undefined
  if (isUnseen && !isNewUser) await tellOwner(ports, tx, { userId, deviceId, login })
  return deviceId
}

/** Returns when the owner ended the latest reported login of this key, or undefined. */
async function findEnd(tx: Transaction, { userId, jkt }: { userId: string; jkt: string }): Promise<Date | undefined> {
  const [latest] = await tx
    .select({ endedAt: loginNotices.endedAt })
    .from(loginNotices)
    .where(and(eq(loginNotices.userId, userId), eq(loginNotices.jkt, jkt)))
    .orderBy(desc(loginNotices.createdAt))
    .limit(1)
  return latest?.endedAt ?? undefined
}

async function tellOwner(
  { context: { config, clock }, walletOrigin, sealer, mailer }: AdmitPorts,
  tx: Transaction,
  {
    userId,
    deviceId,
    login: { projectId, hostOrigin, jkt, deviceName, language },
  }: { userId: string; deviceId: string; login: LoginPlace },
): Promise<void> {
  const to = await readContactEmail(tx, { userId, sealer })
  if (to === undefined) return
  const now = clock.now()
  const dayAgo = new Date(now - daySeconds * 1000)
  const [today] = await tx
    .select({ told: count() })
    .from(loginNotices)
    .where(and(eq(loginNotices.userId, userId), gt(loginNotices.createdAt, dayAgo)))
  if ((today?.told ?? 0) >= noticesPerDay) throw new ServiceError('rate_limited', { retryAfter: daySeconds })

  const token = createToken()
  const seconds = noticeDays * daySeconds
  await tx.insert(loginNotices).values({
    hash: hashToken(token),
    userId,
    deviceId,
    jkt,
    projectId,
    hostOrigin,
    deviceName,
    createdAt: new Date(now),
    expiresAt: new Date(now + seconds * 1000),
  })
  const app = config.projects.find(({ id }) => id === projectId)?.name ?? hostOrigin
  await mailer.enqueue(tx, {
    to,
    template: 'newDevice',
    contents: { app, hostOrigin, device: deviceName, url: `${walletOrigin}/w/login#${token}`, days: noticeDays },
    language,
    // Send it only while the link can be used.
    ttl: seconds,
  })
}
