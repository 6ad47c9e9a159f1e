import { randomUUID } from 'node:crypto'
import type { EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { startEmailChange } from '@latchkey/protocol/wallet'
import { and, eq, inArray } from 'drizzle-orm'
import { indexEmail, normalizeEmail } from '../auth/emailAddress.ts'
import type { LoginParts } from '../auth/LoginParts.ts'
import { lockUser } from '../auth/lockUser.ts'
import { codeSeconds, createCode } from '../auth/loginCode.ts'
import { cooldownSeconds } from '../auth/loginLimits.ts'
import { readLoginEmail } from '../auth/readLoginEmail.ts'
import { requireStepUpOf } from '../auth/requireStepUpOf.ts'
import { emailChanges } from '../auth/schema.ts'
import { scopeOf } from '../auth/scopeOf.ts'
import { announceMail } from '../mail/announceMail.ts'
import { requireSettledLogin } from '../newWallets/requireSettledLogin.ts'
import { RequestRefusal } from '../platform/http/errorReply.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { requireEnrolled } from '../vaults/requireEnrolled.ts'
import { addAddress } from './addAddress.ts'
import {
  type Change,
  endChange,
  findChange,
  hashChangeCode,
  isTaken,
  noCode,
  openAddress,
  sealAddress,
  tryChangeCode,
} from './changeStore.ts'
import { makeChange } from './makeChange.ts'
import { undoEmailChange } from './undoEmailChange.ts'

/** Changes of a user's login address. */
export type EmailChange = {
  /**
   * Sends a code to the old address, or to the new one if the account has none.
   *
   * @throws LatchkeyError `step_up_required`, `device_not_enrolled`, `login_unsettled`, `email_cooldown`, `rate_limited`
   */
  start: (options: {
    session: WalletSession
    email: string
    ip: string
    language: string
  }) => Promise<EndpointResponse<typeof startEmailChange>>
  /**
   * Accepts the old address's code and sends one to the new address. If a cooldown prevents that, the step still counts, and `resend`
   * continues.
   */
  verifyOld: (options: CodeOptions) => Promise<{ resendAt: string }>
  /** Accepts the new address's code, and changes the address. @throws LatchkeyError `email_taken` */
  verifyNew: (options: CodeOptions) => Promise<{ newEmail: string }>
  resend: (options: Omit<CodeOptions, 'otp'>) => Promise<{ resendAt: string }>
  /** @throws LatchkeyError `link_invalid`, `rate_limited` */
  undo: (options: { token: string; ip: string }) => Promise<{ email: string }>
}

type CodeOptions = { session: WalletSession; changeId: string; otp: string; ip: string }

export function createEmailChange({ parts }: { parts: LoginParts }): EmailChange {
  const { context, sealer, audit, mailer, limits, sessions, projects } = parts
  const { database, clock } = context

  const projectOf = ({ projectId, hostOrigin }: WalletSession) => projects.check({ projectId, origin: hostOrigin })
  const resendAt = () => new Date(clock.now() + cooldownSeconds * 1000).toISOString()

  /** Sends a new code for the current step, which invalidates the previous one. */
  const sendCode = async ({ change, session }: { change: Change; session: WalletSession }) => {
    const { app, minutes } = { app: projectOf(session).name, minutes: codeSeconds / 60 }
    const isOld = change.step === 'primary'
    const email = await openAddress({ change, which: isOld ? 'old' : 'new', sealer })
    const newEmail = isOld ? await openAddress({ change, which: 'new', sealer }) : email
    const code = createCode()
    await database.transaction(async (tx) => {
      const [row] = await tx
        .update(emailChanges)
        .set({
          codeHash: hashChangeCode({ change, email, code, sealer }),
          codeExpiresAt: new Date(clock.now() + codeSeconds * 1000),
          codeTries: 0,
        })
        .where(and(eq(emailChanges.id, change.id), eq(emailChanges.step, change.step)))
        .returning({ id: emailChanges.id })
      if (!row) throw new ServiceError('attempt_unknown')
      const mail = { to: email, language: change.language, ttl: codeSeconds }
      if (isOld) {
        await mailer.enqueue(tx, {
          ...mail,
          template: 'emailChangeOldCode',
          contents: { code, app, newEmail, minutes },
        })
      } else {
        await mailer.enqueue(tx, { ...mail, template: 'emailChangeNewCode', contents: { code, app, minutes } })
      }
      const { userId, deviceId, hostOrigin } = session
      await audit.record(tx, {
        event: 'otp.sent',
        userId,
        deviceId,
        data: { site: hostOrigin, purpose: isOld ? 'email-change-old' : 'email-change-new' },
      })
    })
    await announceMail(context.bus)
  }

  /** Returns the open change of this login, at one of the steps. */
  const findOpen = async ({
    session,
    changeId,
    steps,
  }: {
    session: WalletSession
    changeId: string
    steps: Change['step'][]
  }) => {
    const change = await findChange(database, { id: changeId, sessionId: session.sessionId })
    if (!change || !steps.includes(change.step)) throw new ServiceError('attempt_unknown')
    return change
  }

  /** Counts a try. A right code continues with `proceed`, in the same transaction. */
  const tryCode = async <Value>({
    change,
    session,
    otp,
    ip,
    proceed,
  }: {
    change: Change
    session: WalletSession
    otp: string
    ip: string
    proceed: (tx: Parameters<Parameters<typeof database.transaction>[0]>[0]) => Promise<Value>
  }): Promise<Value> => {
    const { userId, deviceId, hostOrigin } = session
    await limits.tryCode({ ip })
    const email = await openAddress({ change, which: change.step === 'primary' ? 'old' : 'new', sealer })
    const failure = await limits.reserveFailure({ who: { deviceId } })
    if (!failure) {
      await endChange(database, { id: change.id })
      throw new ServiceError('rate_limited')
    }
    const outcome = await database.transaction(async (tx) => {
      // Lock the user first, like every change of an account, to prevent deadlocks. A login that ended meanwhile cannot change anything.
      await lockUser({ tx, session })
      const result = await tryChangeCode(tx, { change, email, code: otp, now: new Date(clock.now()), sealer })
      if (result === 'right') return { value: await proceed(tx) }
      await audit.record(tx, {
        event: 'otp.bad',
        userId,
        deviceId,
        data: { site: hostOrigin, purpose: 'email-change' },
      })
      return result
    })
    if (outcome === 'wrong') throw new ServiceError('code_wrong')
    if (outcome === 'dead') throw new ServiceError('code_expired')
    await failure.undo()
    return outcome.value
  }

  return {
    start: async ({ session, email, ip, language }) => {
      const { userId, sessionId, projectId } = session
      await requireEnrolled({ db: database, session })
      await requireStepUpOf({ db: database, session, clock })
      await requireSettledLogin(database, {
        ...{ userId, isChanged: ({ kind }) => kind === 'email' },
        now: new Date(clock.now()),
      })
      const project = projectOf(session)
      const oldEmail = await readLoginEmail(database, { userId, sealer })
      if (oldEmail !== undefined && normalizeEmail(oldEmail) === normalizeEmail(email)) {
        throw new RequestRefusal('invalid_body', [{ field: 'email', description: 'This is your address already' }])
      }
      await limits.sendMail({
        email: oldEmail ?? email,
        ip,
        projectId,
        isKnown: true,
        isOwnMailbox: oldEmail !== undefined,
      })

      const id = randomUUID()
      const scope = scopeOf(project)
      const expiresAt = new Date(clock.now() + codeSeconds * 1000)
      const oldSealed = oldEmail === undefined ? null : await sealAddress({ id, which: 'old', email: oldEmail, sealer })
      const newSealed = await sealAddress({ id, which: 'new', email, sealer })
      const change: Change = {
        id,
        userId,
        sessionId,
        oldIndex: oldEmail === undefined ? null : indexEmail({ email: oldEmail, scope, sealer }),
        oldSealed: oldSealed?.box ?? null,
        newIndex: indexEmail({ email, scope, sealer }),
        newSealed: newSealed.box,
        kekId: newSealed.kekId,
        language,
        step: oldEmail === undefined ? 'secondary' : 'primary',
        codeHash: noCode,
        codeExpiresAt: expiresAt,
        codeTries: 0,
        undoHash: null,
        undoUntil: null,
        createdAt: new Date(clock.now()),
      }
      await database.transaction(async (tx) => {
        await tx
          .update(emailChanges)
          .set({ step: 'dead' })
          .where(and(eq(emailChanges.userId, userId), inArray(emailChanges.step, ['primary', 'secondary'])))
        await tx.insert(emailChanges).values(change)
      })
      await sendCode({ change, session })
      const action = oldEmail === undefined ? 'VERIFY_SECONDARY_OTP' : 'VERIFY_PRIMARY_OTP'
      return { changeId: id, action, resendAt: resendAt(), expiresAt: expiresAt.toISOString() }
    },

    verifyOld: async ({ session, changeId, otp, ip }) => {
      const change = await findOpen({ session, changeId, steps: ['primary'] })
      await tryCode({
        change,
        session,
        otp,
        ip,
        // The right code is used up now, even if the next email has to wait.
        proceed: (tx) =>
          tx
            .update(emailChanges)
            .set({ step: 'secondary', codeHash: noCode, codeTries: 0, codeExpiresAt: new Date(clock.now()) })
            .where(eq(emailChanges.id, change.id)),
      })
      const email = await openAddress({ change, which: 'new', sealer })
      await limits.sendMail({ email, ip, projectId: session.projectId, isKnown: true, isOwnMailbox: false })
      await sendCode({ change: { ...change, step: 'secondary' }, session })
      return { resendAt: resendAt() }
    },

    resend: async ({ session, changeId, ip }) => {
      const change = await findOpen({ session, changeId, steps: ['primary', 'secondary'] })
      const email = await openAddress({ change, which: change.step === 'primary' ? 'old' : 'new', sealer })
      const isOwnMailbox = change.step === 'primary'
      await limits.sendMail({ email, ip, projectId: session.projectId, isKnown: true, isOwnMailbox })
      await sendCode({ change, session })
      return { resendAt: resendAt() }
    },

    verifyNew: async ({ session, changeId, otp, ip }) => {
      const change = await findOpen({ session, changeId, steps: ['secondary'] })
      const project = projectOf(session)
      const newEmail = await openAddress({ change, which: 'new', sealer })

      const outcome = await tryCode({
        change,
        session,
        otp,
        ip,
        proceed: async (tx) => {
          if (change.oldSealed) return makeChange(parts, tx, { change, session, project, newEmail })
          await addAddress(parts, tx, { change, session, newEmail })
          return []
        },
      }).catch((error: unknown) => {
        if (isTaken(error)) return undefined
        throw error
      })
      if (!outcome) throw new ServiceError('email_taken')
      await announceMail(context.bus)
      await sessions.announce(outcome)
      return { newEmail }
    },

    undo: (options) => undoEmailChange(parts, options),
  }
}
