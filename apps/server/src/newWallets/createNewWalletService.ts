import { randomUUID } from 'node:crypto'
import type { EndpointInput, EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { askNewWallet, startNewWallet } from '@latchkey/protocol/wallet'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Counters } from '../auth/createCounters.ts'
import type { AuthMethod } from '../auth/createSessions.ts'
import { describeSession } from '../auth/describeSession.ts'
import { findOrCreateDevice } from '../auth/findOrCreateDevice.ts'
import { hasPasskey } from '../auth/hasPasskey.ts'
import type { LoginParts } from '../auth/LoginParts.ts'
import { lockUser } from '../auth/lockUser.ts'
import { codeSeconds, codeTries, createCode, hashCode } from '../auth/loginCode.ts'
import { readContactEmail } from '../auth/readContactEmail.ts'
import { requireStepUp } from '../auth/requireStepUp.ts'
import { emailChanges, sessions as sessionRows, users } from '../auth/schema.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import { announceMail } from '../mail/announceMail.ts'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import type { Database, Transaction } from '../platform/db/Database.ts'
import { readArchives } from '../vaults/archiveStore.ts'
import { readPassword } from '../vaults/passwordStore.ts'
import { readFactors, readShare, readWallet, type WalletRow } from '../vaults/vaultStore.ts'
import { lockLogin, moveLogin } from './moveLogin.ts'
import { newWalletAsks } from './schema.ts'

const day = 24 * 60 * 60

/** Starts new wallets for logins whose wallet no login can open. */
export type NewWalletService = {
  /**
   * Sends the code that confirms it.
   *
   * @throws LatchkeyError `wallet_exists` on a device that holds the wallet, `wallet_protected` where it has a way back in, `login_unsettled`
   * while the login may yet lead elsewhere, `step_up_required` where the account has a passkey, `wallet_unknown`, `email_cooldown`, `rate_limited`
   */
  ask: (session: WalletCaller, options: { ip: string }) => Promise<EndpointResponse<typeof askNewWallet>>
  /**
   * Leads the login to a new account, once, and logs the device in there.
   *
   * @throws LatchkeyError `code_wrong`, `code_expired`, `attempt_unknown`, and what `ask` throws but for `email_cooldown`
   */
  start: (
    session: WalletCaller,
    options: EndpointInput<typeof startNewWallet>['body'] & { ip: string },
  ) => Promise<EndpointResponse<typeof startNewWallet>>
}

/** Creates the {@link NewWalletService}, on the parts of the logins. */
export function createNewWalletService({
  parts,
  counters,
}: {
  parts: LoginParts
  counters: Counters
}): NewWalletService {
  const { context, sealer, audit, mailer, limits, news, sessions } = parts
  const { config, database, clock } = context
  const now = () => new Date(clock.now())

  /** Whether something opens the wallet on a device that is new, or still may: an epoch that can come back. A password of an earlier version does not. */
  const hasWayBack = async (tx: Transaction, { id: walletId }: WalletRow) => {
    if ((await readArchives(tx, { walletId, now: now() })).length > 0) return true
    for (const { id: factorId, kind } of await readFactors(tx, { walletId })) {
      if (kind !== 'password') return true
      const secret = await readPassword(tx, { sealer, walletId, factorId })
      if (!secret || secret.key !== null) return true
    }
    return false
  }

  /** The wallet that this session may leave, and its login; the account and the login stay locked to the end of the transaction. */
  const lockLeavable = async (tx: Transaction, session: WalletCaller) => {
    const { userId, deviceId, sessionId } = session
    const { frozenUntil } = await lockUser({ tx, session })
    const wallet = await readWallet(tx, { userId })
    if (!wallet) throw new ServiceError('wallet_unknown')
    if (await readShare(tx, { deviceId })) throw new ServiceError('wallet_exists')
    if (await hasWayBack(tx, wallet)) throw new ServiceError('wallet_protected')
    const [began] = await tx
      .select({ identityId: sessionRows.identityId })
      .from(sessionRows)
      .where(eq(sessionRows.id, sessionId))
    const login = began?.identityId ? await lockLogin(tx, began.identityId) : undefined
    const isFrozen = frozenUntil !== null && frozenUntil > now()
    if (login?.userId !== userId || isFrozen || (await canUndoAddress(tx, { userId, now: now() })))
      throw new ServiceError('login_unsettled')
    // One that opens nothing (it never became a way back) still says who somebody is: then the mailbox alone does not.
    if (await hasPasskey(tx, userId)) requireStepUp({ session, clock, hasPasskey: true })
    return { wallet, login }
  }

  return {
    ask: async (session, { ip }) => {
      const { userId, deviceId, projectId, hostOrigin, language } = session
      const counted = await counters.consume([
        { key: `new-wallet:${deviceId}`, limit: 5, window: day },
        { key: `new-wallet-user:${userId}`, limit: 30, window: day },
      ])
      // Whoever is refused costs the mailbox nothing.
      const reading = database.transaction(async (tx) => {
        await lockLeavable(tx, session)
        return readContactEmail(tx, { userId, sealer })
      })
      const email = await reading.catch(async (refusal: unknown) => {
        // Asked again with the passkey, it is the same ask.
        if (refusal instanceof ServiceError && refusal.code === 'step_up_required') await counted.undo()
        throw refusal
      })
      if (email === undefined) requireStepUp({ session, clock })
      else
        await limits.sendMail({ email, ip, projectId, isKnown: true, isOwnMailbox: true }).catch(async (refusal) => {
          // Half a minute lies between two mails. Somebody who cannot wait for it has asked for nothing.
          await counted.undo()
          throw refusal
        })
      const askId = randomUUID()
      const expiresAt = new Date(clock.now() + codeSeconds * 1000)
      const needsCode = await database.transaction(async (tx) => {
        const { wallet, login } = await lockLeavable(tx, session)
        const code = createCode()
        // The code before it dies.
        await tx.delete(newWalletAsks).where(and(eq(newWalletAsks.deviceId, deviceId), isNull(newWalletAsks.newUserId)))
        await tx.insert(newWalletAsks).values({
          ...{ id: askId, userId, deviceId, identityId: login.id, expiresAt },
          codeHash: email === undefined ? null : hashCode({ attemptId: askId, email, code, sealer }),
        })
        if (email === undefined) return false
        const { app, device } = await describeSession({ db: tx, config, session })
        await mailer.enqueue(tx, {
          ...{ to: email, language, ttl: codeSeconds, template: 'newWalletCode' },
          contents: { code, app, hostOrigin, device, address: wallet.address, minutes: codeSeconds / 60 },
        })
        const data = { site: hostOrigin, purpose: 'new-wallet' }
        await audit.record(tx, { event: 'otp.sent', userId, deviceId, data })
        return true
      })
      await announceMail(context.bus)
      return { askId, needsCode, expiresAt: expiresAt.toISOString() }
    },

    start: async (session, { askId, otp, ip }) => {
      const { userId, deviceId, hostOrigin, language, projectId, jkt } = session
      await limits.tryCode({ ip })
      const isOfDevice = and(eq(newWalletAsks.deviceId, deviceId), eq(newWalletAsks.userId, userId))
      const failure = await limits.reserveFailure({ who: { deviceId } })
      if (!failure) {
        await database.delete(newWalletAsks).where(and(isOfDevice, isNull(newWalletAsks.newUserId)))
        throw new ServiceError('rate_limited')
      }
      const attempt = database.transaction(async (tx) => {
        await lockUser({ tx, session })
        const [ask] = await tx
          .select()
          .from(newWalletAsks)
          .where(and(eq(newWalletAsks.id, askId), isOfDevice, gt(newWalletAsks.expiresAt, now())))
        if (!ask) throw new ServiceError('attempt_unknown')
        if (ask.codeHash === null) requireStepUp({ session, clock })
        else {
          if (ask.codeTries >= codeTries) throw new ServiceError('code_expired')
          const email = await readContactEmail(tx, { userId, sealer })
          const typed = hashCode({ attemptId: askId, email: email ?? '', code: otp ?? '', sealer })
          if (!isSameHash(ask.codeHash, typed)) {
            const tries = ask.codeTries + 1
            await tx.update(newWalletAsks).set({ codeTries: tries }).where(eq(newWalletAsks.id, askId))
            const data = { site: hostOrigin, purpose: 'new-wallet' }
            await audit.record(tx, { event: 'otp.bad', userId, deviceId, data })
            return tries >= codeTries ? 'dead' : 'wrong'
          }
        }
        const methods: readonly AuthMethod[] = [ask.codeHash === null ? 'social' : 'otp']
        const enter = async (newUserId: string) => {
          const place = { userId: newUserId, jkt, projectId, hostOrigin }
          const { device: name } = await describeSession({ db: tx, config, session })
          const { deviceId: own } = await findOrCreateDevice(tx, { ...place, name, clock })
          return sessions.issue(tx, { ...place, deviceId: own, identityId: ask.identityId, methods })
        }
        if (ask.newUserId !== null) {
          // The answer was lost. What was taken back meanwhile is not done again.
          if ((await lockLogin(tx, ask.identityId))?.userId !== ask.newUserId) throw new ServiceError('attempt_unknown')
          return { tokens: await enter(ask.newUserId), ended: [] }
        }
        const { wallet, login } = await lockLeavable(tx, session)
        const newUserId = randomUUID()
        await tx.insert(users).values({ id: newUserId, scope: login.scope, createdAt: now() })
        await tx.update(newWalletAsks).set({ newUserId }).where(eq(newWalletAsks.id, askId))
        const { app, device } = await describeSession({ db: tx, config, session })
        const ended = await moveLogin(parts, tx, {
          course: { identityId: login.id, fromUserId: userId, toUserId: newUserId },
          by: session,
          notice: { template: 'loginMoved', contents: { device, address: wallet.address } },
          app,
          language,
        })
        return { tokens: await enter(newUserId), ended }
      })
      const outcome = await attempt.catch(async (error: unknown) => {
        // No code was tried, or it was right.
        await failure.undo()
        throw error
      })
      if (outcome === 'wrong') throw new ServiceError('code_wrong')
      if (outcome === 'dead') throw new ServiceError('code_expired')
      await failure.undo()
      await announceMail(context.bus)
      await sessions.announce(outcome.ended)
      // Devices that hold the wallet that was left are told at once.
      await news.publish(`user:${userId}`)
      return outcome.tokens
    },
  }
}

/** Whether the owner of an address can still undo a change of it: the login may not lead elsewhere meanwhile. */
async function canUndoAddress(tx: Transaction, { userId, now }: { userId: string; now: Date }): Promise<boolean> {
  const undoable = and(eq(emailChanges.userId, userId), eq(emailChanges.step, 'done'), gt(emailChanges.undoUntil, now))
  return (await tx.$count(emailChanges, undoable)) > 0
}

/** Deletes what was asked and never confirmed, and what is of no use for a retry any more. */
export async function sweepNewWalletAsks({ database, now }: { database: Database; now: Date }): Promise<void> {
  await database.delete(newWalletAsks).where(lt(newWalletAsks.expiresAt, now))
}
