import type { EmailAction } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { type SessionTokens, startEmailLogin, verifyEmailCode, waitForDevice } from '@latchkey/protocol/wallet'
import type { CardStore } from '../cards/createCardStore.ts'
import type { SignInNote } from '../signIn/LoginSignIn.ts'
import { askForCode } from './askForCode.ts'
import type { Api } from './createApi.ts'
import type { AttemptStore, LoginAttempt } from './createAttemptStore.ts'

/** A login by email: the email, the device's confirmation if required, the code. */
export type Login = {
  /** Sends the email. @throws LatchkeyError `email_cooldown` and the server's other refusals */
  start: (email: string) => Promise<EmailAction>
  /** Waits until the device is confirmed; `null`: the code is next. `note`: the sign-in that the login also confirms. */
  approveDevice: (signal: AbortSignal, note?: SignInNote) => Promise<SessionTokens | null>
  /**
   * Asks for the code on the frame's card. `begin` starts the login. `finish` runs before the card closes, and again when the visitor
   * retries after its failure.
   */
  typeCode: (options: {
    signal: AbortSignal
    note?: SignInNote | undefined
    begin: (tokens: SessionTokens) => Promise<void>
    finish: () => Promise<void>
  }) => Promise<void>
  /** Takes a code that the visitor entered on the host's page, if the project allows it. */
  takeCode: (otp: string) => Promise<SessionTokens>
  /** The open attempt, if any. */
  open: () => { email: string; needsDevice: boolean } | null
  end: () => void
}

/** Creates the login of one frame. */
export function createLogin({
  api,
  cards,
  projectId,
  hostOrigin,
  language,
  now,
  attempts,
  isFleeting = false,
}: {
  api: Api
  cards: CardStore
  projectId: string
  /** The verified origin of the page that holds the frame. */
  hostOrigin: () => string
  /** BCP 47; the language of emails. */
  language: () => string
  now: () => number
  /** Keeps the open login across a reload. */
  attempts: AttemptStore
  /** The browser stores nothing of this page, which the code's card shows. */
  isFleeting?: boolean
}): Login {
  let known: LoginAttempt | null = null

  const read = () => {
    // An earlier page may have left one.
    known ??= attempts.read()
    return known
  }
  const keep = (next: LoginAttempt | null) => {
    known = next
    attempts.write(next)
  }
  const current = () => {
    const attempt = read()
    if (!attempt) throw new ServiceError('attempt_unknown')
    return attempt
  }
  const begin = async (email: string) => {
    const answer = await api.request(startEmailLogin, {
      body: { projectId, email, hostOrigin: hostOrigin(), language: language() },
    })
    keep({
      ...answer,
      email,
      expiresAt: Date.parse(answer.expiresAt),
      resendAt: Date.parse(answer.resendAt),
    })
    return current()
  }
  const verify = (otp: string) => api.request(verifyEmailCode, { body: { attemptId: current().attemptId, otp } })

  const approveDevice: Login['approveDevice'] = (signal, note) =>
    new Promise((resolve, reject) => {
      const { attemptId, email, matchNumber, expiresAt } = current()
      const controller = new AbortController()
      const card = cards.present<'device'>(
        { kind: 'device', email, number: matchNumber ?? '', expiresAt, failure: null, ...(note && { note }) },
        { cancel: () => stop(() => reject(new ServiceError('user_rejected'))) },
      )
      const stop = (settle: () => void) => {
        card.close()
        controller.abort()
        signal.removeEventListener('abort', given)
        settle()
      }
      const given = () => stop(() => reject(signal.reason))
      if (signal.aborted) given()
      else signal.addEventListener('abort', given)
      const watch = async () => {
        while (!controller.signal.aborted) {
          const answer = await api.request(waitForDevice, { body: { attemptId }, signal: controller.signal })
          if (answer.status === 'connected') return stop(() => resolve(answer.session))
          if (answer.status === 'approved') {
            const attempt = read()
            if (attempt?.attemptId === attemptId)
              keep({
                ...attempt,
                action: 'VERIFY_OTP',
                resendAt: Date.parse(answer.resendAt),
                expiresAt: Date.parse(answer.expiresAt),
              })
            return stop(() => resolve(null))
          }
        }
      }
      watch().catch((error: unknown) => {
        if (!controller.signal.aborted) stop(() => reject(error))
      })
    })

  return {
    start: async (email) => (await begin(email)).action,
    approveDevice,
    typeCode: async ({ signal, note, begin: beginSession, finish }) => {
      const { email, resendAt, expiresAt } = current()
      let isSignedIn = false
      const take = async (tokens: SessionTokens) => {
        await beginSession(tokens)
        isSignedIn = true
      }
      await askForCode({
        cards,
        purpose: 'login',
        note,
        isFleeting,
        email,
        resendAt,
        expiresAt,
        now,
        signal,
        submit: async (otp) => {
          // A code works once: if only the wallet failed to unlock, only that is repeated.
          if (!isSignedIn) await take(await verify(otp))
          await finish()
        },
        resend: async () => {
          const next = await begin(email)
          // After too many wrong codes, the server requires the link first.
          if (next.action === 'VERIFY_DEVICE') {
            const tokens = await approveDevice(signal, note)
            if (tokens) {
              await take(tokens)
              await finish()
              return 'done'
            }
          }
          return { resendAt: current().resendAt, expiresAt: current().expiresAt }
        },
      })
      keep(null)
    },
    takeCode: async (otp) => {
      if (!current().hostMayTypeCode) throw new ServiceError('frame_request_invalid')
      const tokens = await verify(otp)
      keep(null)
      return tokens
    },
    open: () => {
      const attempt = read()
      return attempt && { email: attempt.email, needsDevice: attempt.action === 'VERIFY_DEVICE' }
    },
    end: () => keep(null),
  }
}
