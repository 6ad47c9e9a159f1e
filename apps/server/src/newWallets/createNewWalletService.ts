import { randomUUID } from 'node:crypto'
import type { EndpointInput, EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { askNewWallet, startNewWallet } from '@latchkey/protocol/wallet'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Counters } from '../auth/createCounters.ts'
import type { AuthMethod } from '../auth/createLogins.ts'
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

/** Creates new wallets for login methods whose wallet cannot be opened. */
export type NewWalletService = {
  /**
   * Sends the confirmation code.
   *
   * @throws LatchkeyError `wallet_exists` on a device that has the wallet. `wallet_protected` if it has a recovery factor.
   * `login_unsettled` while the login method can still be moved. `step_up_required` if the account has a passkey. `wallet_unknown`,
   * `email_cooldown`, `rate_limited`
   */
  ask: (session: WalletCaller, options: { ip: string }) => Promise<EndpointResponse<typeof askNewWallet>>
  /**
   * Moves the login method to a new account, once, and logs the device in there.
   *
   * @throws LatchkeyError `code_wrong`, `code_expired`, `attempt_unknown`, and the codes of `ask` except `email_cooldown`
   */
  start: (
    session: WalletCaller,
    options: EndpointInput<typeof startNewWallet>['body'] & { ip: string },
  ) => Promise<EndpointResponse<typeof startNewWallet>>
}

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

  /**
   * Returns whether the wallet can be opened on a new device, or can become so by restoring an epoch. A password of an earlier version does
   * not count.
   */
  const hasWayBack = async (tx: Transaction, { id: walletId }: WalletRow) => {
    if ((await readArchives(tx, { walletId, now: now() })).length > 0) return true
    for (const { id: factorId, kind } of await readFactors(tx, { walletId })) {
      if (kind !== 'password') return true
      const secret = await readPassword(tx, { sealer, walletId, factorId })
      if (!secret || secret.key !== null) return true
    }
    return false
  }

  /**
   * Returns the wallet that this login can leave, and its login method. The account and the login method stay locked until the end of the
   * transaction.
   */
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
    // A passkey that is not a recovery factor still proves identity, so the mailbox alone is not enough.
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
      // Refused requests do not count against the mailbox's limit.
      const reading = database.transaction(async (tx) => {
        await lockLeavable(tx, session)
        return readContactEmail(tx, { userId, sealer })
      })
      const email = await reading.catch(async (refusal: unknown) => {
        // The repeated request with the passkey counts as the same one.
        if (refusal instanceof ServiceError && refusal.code === 'step_up_required') await counted.undo()
        throw refusal
      })
      if (email === undefined) requireStepUp({ session, clock })
      else
        await limits.sendMail({ email, ip, projectId, isKnown: true, isOwnMailbox: true }).catch(async (refusal) => {
          // Emails need half a minute between them. A request refused by this does not count.
          await counted.undo()
          throw refusal
        })
      const askId = randomUUID()
      const expiresAt = new Date(clock.now() + codeSeconds * 1000)
      const needsCode = await database.transaction(async (tx) => {
        const { wallet, login } = await lockLeavable(tx, session)
        const code = createCode()
        // The previous code becomes invalid.
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
          // The response was lost. If the move was undone meanwhile, it is not repeated.
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
      // Notify the devices that have the previous wallet.
      await news.publish(`user:${userId}`)
      return outcome.tokens
    },
  }
}

/** Returns whether the owner of an address can still undo a change of it. Until then the login method cannot be moved. */
async function canUndoAddress(tx: Transaction, { userId, now }: { userId: string; now: Date }): Promise<boolean> {
  const undoable = and(eq(emailChanges.userId, userId), eq(emailChanges.step, 'done'), gt(emailChanges.undoUntil, now))
  return (await tx.$count(emailChanges, undoable)) > 0
}

/** Deletes expired requests, confirmed or not. */
export async function sweepNewWalletAsks({ database, now }: { database: Database; now: Date }): Promise<void> {
  await database.delete(newWalletAsks).where(lt(newWalletAsks.expiresAt, now))
}
