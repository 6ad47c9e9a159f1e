import { type EmailAction, emailCooldown, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FramePayload, FrameRequestType } from '@latchkey/protocol/wallet'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import { callFrame } from '../connectors/embedded/callFrame.ts'
import type { EmbeddedUser, EmbeddedWallet } from '../connectors/embedded/EmbeddedWallet.ts'
import { isGivenUp, toLoginFailure } from '../connectors/embedded/loginFailure.ts'
import { connectUser, loginSignIn } from './connectUser.ts'
import type { EmailParameters } from './createEmail.ts'
import type { EmailFeature } from './EmailFeature.ts'
import type { EmailMachine } from './emailMachine.ts'
import { type EmailEvent, emailReducer } from './emailReducer.ts'
import { isEmail } from './isEmail.ts'
import { codeLifetime, type LoginRecord, readLogin, writeLogin } from './loginRecord.ts'

/** The engine of the login by email, which talks to the wallet. */
export type EmailEngine = Pick<
  EmailFeature,
  | 'start'
  | 'waitForDevice'
  | 'enterCode'
  | 'cancel'
  | 'updateEmail'
  | 'updateEmailPrimaryOtp'
  | 'updateEmailSecondaryOtp'
  | 'openSecurity'
  | 'ensureProtected'
> & { destroy: () => void }

/** Creates the engine of the login by email. */
export function createEmailEngine({
  context,
  embedded,
  connection,
  signIn,
  getMachine,
  setMachine,
}: EmailParameters & {
  embedded: EmbeddedWallet
  getMachine: () => EmailMachine
  setMachine: (machine: EmailMachine) => void
}): EmailEngine {
  const { environment } = context
  const signIns = loginSignIn({ context, embedded, signIn })
  let attempts = 0
  let abort: AbortController | undefined
  let updateAbort: AbortController | undefined
  /** Unix milliseconds of the last email to an address. */
  const sentAt = new Map<string, number>()
  /** Running steps. A repeated call joins its step, for example with two views or in React's strict mode. */
  const running = new Map<string, Promise<unknown>>()
  /** The login whose email was sent, before or after a reload. */
  let sent = readLogin(environment)
  const keep = (record: LoginRecord | undefined) => {
    sent = record
    writeLogin(environment, record)
  }
  const show = (machine: EmailMachine) => {
    const { login } = machine
    const left = sent && login.status === 'idle' ? { email: sent.email, until: sent.sentAt + codeLifetime } : undefined
    setMachine({ ...machine, login: { ...login, email: login.email ?? sent?.email, left } })
  }
  const dispatch = (event: EmailEvent) => {
    const before = getMachine()
    const machine = emailReducer(before, event)
    if (machine !== before) show(machine)
  }
  if (sent) show(getMachine())

  const call = async <Type extends FrameRequestType>(type: Type, payload: FramePayload<Type>, signal?: AbortSignal) =>
    callFrame({ host: await embedded.host(), environment, type, payload, ...(signal ? { signal } : {}) })

  const once = <T>(name: string, step: () => Promise<T>): Promise<T> => {
    const known = running.get(name) as Promise<T> | undefined
    if (known) return known
    const promise = step().finally(() => {
      if (running.get(name) === promise) running.delete(name)
    })
    running.set(name, promise)
    return promise
  }

  const checkCooldown = (email: string) => {
    const last = sentAt.get(email) ?? (loginOf(email)?.sentAt || -Infinity)
    const seconds = Math.ceil((last + emailCooldown * 1000 - environment.now()) / 1000)
    if (seconds > 0)
      throw new ServiceError('email_cooldown', {
        message: `Please try again after ${seconds} seconds`,
        retryAfter: seconds,
      })
  }

  const loginOf = (email: string) => {
    const isGood = sent && environment.now() - sent.sentAt < codeLifetime
    return isGood && sent?.email.toLowerCase() === email ? sent : undefined
  }
  const noteSent = (email: string, action: LoginRecord['action']) => {
    const now = environment.now()
    sentAt.set(email.toLowerCase(), now)
    keep({ email, action, sentAt: now })
  }

  const begin = (email: string) => {
    abort?.abort()
    abort = new AbortController()
    running.clear()
    const attempt = ++attempts
    dispatch({ type: 'started', attempt, email })
    return { attempt, signal: abort.signal }
  }

  /** Runs one step of the current login. An error fails the login, except for a cancel. */
  const step = async <T>(work: (step: { attempt: number; signal: AbortSignal }) => Promise<T>): Promise<T> => {
    const attempt = getMachine().loginAttempt
    if (attempt === undefined || !abort) throw new ServiceError('attempt_unknown')
    const { signal } = abort
    try {
      return await work({ attempt, signal })
    } catch (error) {
      if (signal.aborted || isGivenUp(error)) {
        if (getMachine().loginAttempt === attempt) dispatch({ type: 'cancelled' })
      } else {
        // A failed login cannot continue. The next one sends a new email.
        keep(undefined)
        dispatch({ type: 'failed', attempt, failure: toLoginFailure(error) })
      }
      throw error
    }
  }

  const connect = async (attempt: number, user?: EmbeddedUser): Promise<ConnectedAccount> => {
    const account = await connectUser({ context, embedded, connection, user })
    keep(undefined)
    dispatch({ type: 'connected', attempt })
    return account
  }

  const updateStep = async <T>(work: (step: { attempt: number; signal: AbortSignal }) => Promise<T>): Promise<T> => {
    const attempt = getMachine().updateAttempt
    if (attempt === undefined || !updateAbort) throw new ServiceError('attempt_unknown')
    const { signal } = updateAbort
    try {
      return await work({ attempt, signal })
    } catch (error) {
      if (signal.aborted || isGivenUp(error)) {
        if (getMachine().updateAttempt === attempt) dispatch({ type: 'updateCancelled' })
      } else dispatch({ type: 'updateFailed', attempt, failure: toLoginFailure(error) })
      throw error
    }
  }

  const cancel = () => {
    abort?.abort()
    updateAbort?.abort()
    dispatch({ type: 'cancelled' })
    dispatch({ type: 'updateCancelled' })
  }

  return {
    start: async ({ email: text }) => {
      const email = text.trim()
      if (!isEmail(email)) throw new ServiceError('email_missing', { message: 'Invalid email', field: 'email' })
      const key = email.toLowerCase()
      const left = getMachine().login.status === 'idle' ? loginOf(key) : undefined
      if (!left) checkCooldown(key)
      begin(email)
      return step(async ({ attempt, signal }): Promise<EmailAction> => {
        // While the email is being sent.
        signIns.prepare()
        if (left) {
          dispatch({ type: 'mailSent', attempt, action: left.action })
          return left.action
        }
        const { action } = await call('connectEmail', { email }, signal)
        if (action !== 'CONNECT') noteSent(email, action)
        dispatch({ type: 'mailSent', attempt, action })
        if (action === 'CONNECT') await connect(attempt)
        return action
      })
    },
    waitForDevice: () =>
      once('device', () =>
        step(async ({ attempt, signal }) => {
          const asked = await signIns.ask({ signal })
          const { connected = false, ...answer } = await call('connectDevice', asked, signal)
          if (!connected) noteSent(getMachine().login.email ?? '', 'VERIFY_OTP')
          dispatch({ type: 'deviceApproved', attempt, connected })
          if (!connected) return
          await signIns.take({ ...answer, connect: () => connect(attempt) })
        }),
      ),
    enterCode: ({ otp } = {}) =>
      once('code', () =>
        step(async ({ attempt, signal }) => {
          // A code that is entered on the page has no card that could show the sign-in.
          const payload = otp === undefined ? await signIns.ask({ signal }) : { otp }
          const { signIns: signed, ...user } = await call('connectOtp', payload, signal)
          // The login may have been canceled at the moment of the answer.
          if (signal.aborted) throw new LatchkeyError('request_aborted')
          dispatch({ type: 'codeAccepted', attempt })
          return signIns.take({ signIns: signed, connect: () => connect(attempt, user) })
        }),
      ),
    cancel,
    destroy: cancel,
    updateEmail: async ({ email: text }) => {
      const email = text.trim()
      if (!isEmail(email)) throw new ServiceError('email_missing', { message: 'Invalid email', field: 'email' })
      updateAbort?.abort()
      updateAbort = new AbortController()
      running.clear()
      dispatch({ type: 'updateStarted', attempt: ++attempts, email })
      return updateStep(async ({ attempt, signal }) => {
        const { action } = await call('updateEmail', { email }, signal)
        dispatch({ type: 'updateMoved', attempt, to: action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary' })
        return action
      })
    },
    updateEmailPrimaryOtp: ({ otp } = {}) =>
      once('primary', () =>
        updateStep(async ({ attempt, signal }) => {
          const payload = otp === undefined ? {} : { otp }
          const { action } = await call('updateEmailPrimaryOtp', payload, signal)
          dispatch({ type: 'updateMoved', attempt, to: 'secondary' })
          return action
        }),
      ),
    updateEmailSecondaryOtp: ({ otp } = {}) =>
      once('secondary', () =>
        updateStep(async ({ attempt, signal }) => {
          const payload = otp === undefined ? {} : { otp }
          const { newEmail } = await call('updateEmailSecondaryOtp', payload, signal)
          const { user } = embedded.getState()
          if (user) (await embedded.host()).setUser({ ...user, email: newEmail })
          dispatch({ type: 'updateMoved', attempt, to: 'done' })
          return { newEmail }
        }),
      ),
    openSecurity: () =>
      once('security', async () => {
        await call('openSecurity', {})
        // The visitor may have changed the protection.
        await (await embedded.host()).restore()
      }),
    ensureProtected: () =>
      once('protect', async () => {
        const { isProtected } = await call('ensureProtected', {})
        embedded.setProtected(isProtected)
        return isProtected
      }),
  }
}
