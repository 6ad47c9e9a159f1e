import type { EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { proveHealth, SessionTokens } from '@latchkey/protocol/wallet'
import type { Audit } from '../audit/Audit.ts'
import type { Mailer } from '../mail/Mailer.ts'
import type { Context } from '../platform/context.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Authenticate } from '../platform/http/Caller.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { createProjects } from '../projects/createProjects.ts'
import { createAuthenticate } from './createAuthenticate.ts'
import type { Counters } from './createCounters.ts'
import { createLogins } from './createLogins.ts'
import { createNews } from './createNews.ts'
import { createNotify } from './createNotify.ts'
import { createProofVerifier } from './createProofVerifier.ts'
import { createTokenSigner } from './createTokenSigner.ts'
import { approveDevice, type DeviceAnswer, inspectDeviceLink, waitForDevice } from './deviceLink.ts'
import type { FindAccount, LoginParts } from './LoginParts.ts'
import { createLoginLimits } from './loginLimits.ts'
import { refreshSession } from './refreshSession.ts'
import { startEmailLogin } from './startEmailLogin.ts'
import { startStepUp, verifyStepUp } from './stepUp.ts'
import { sweepLogins } from './sweepLogins.ts'
import { verifyEmailLogin } from './verifyEmailLogin.ts'

/** Options of a step, without the dependencies that all steps share. */
type Options<Step extends (parts: LoginParts, options: never) => unknown> = Parameters<Step>[1]

/** Logins of the embedded wallet, with the parts that other capabilities use. */
export type Auth = {
  /** For `app.authenticate`. */
  authenticate: Authenticate
  /** For capabilities that log in differently (passkeys), change addresses or revoke devices. */
  parts: LoginParts
  startEmailLogin: (options: Options<typeof startEmailLogin>) => ReturnType<typeof startEmailLogin>
  verifyEmailLogin: (options: Options<typeof verifyEmailLogin>) => Promise<SessionTokens>
  waitForDevice: (options: Options<typeof waitForDevice>) => Promise<DeviceAnswer>
  inspectDeviceLink: (options: Options<typeof inspectDeviceLink>) => ReturnType<typeof inspectDeviceLink>
  approveDevice: (options: Options<typeof approveDevice>) => ReturnType<typeof approveDevice>
  refreshSession: (options: { refreshToken: string; jkt: string }) => Promise<SessionTokens>
  endSession: (options: { session: WalletSession }) => Promise<void>
  /** Locks the login until the next step-up. */
  lockSession: (options: { session: WalletSession }) => Promise<void>
  /** Records that a person used the wallet. @throws LatchkeyError `step_up_required` if it is locked */
  noteUse: (options: { session: WalletSession }) => Promise<void>
  /** Proves that this server answers. @see proveHealth */
  proveHealth: (options: { nonce: string }) => Promise<EndpointResponse<typeof proveHealth>>
  /** Waits for changes of the login. @throws LatchkeyError `session_ended` as soon as it ends */
  watchSession: (options: {
    session: WalletSession
    signal: AbortSignal
    /** Seconds; default 25. */
    timeout?: number
  }) => Promise<{ status: 'alive' | 'changed' }>
  startStepUp: (options: Options<typeof startStepUp>) => ReturnType<typeof startStepUp>
  verifyStepUp: (options: Options<typeof verifyStepUp>) => ReturnType<typeof verifyStepUp>
}

/** Milliseconds between two deletions of expired rows. */
const sweepInterval = 60_000

/**
 * Creates the logins. They stop with the context's shutdown.
 *
 * @example
 * const auth = await createAuth({ context, sealer, audit, mailer, counters, findAccount: findAccountOfLogin })
 * app.authenticate = auth.authenticate
 * registerAuthRoutes({ app, auth })
 */
export async function createAuth({
  context,
  sealer,
  audit,
  mailer,
  counters,
  findAccount,
}: {
  context: Context
  sealer: Sealer
  audit: Audit
  mailer: Mailer
  counters: Counters
  findAccount: FindAccount
}): Promise<Auth> {
  const { config, clock, database, log, shutdown } = context
  if (!config.wallet) throw new Error('Logins need `wallet` in the configuration')
  const news = await createNews({ context })
  const signer = await createTokenSigner({ context, sealer })
  const sessions = createLogins({ context, sealer, audit, signer, news })
  const parts: LoginParts = {
    context,
    walletOrigin: new URL(config.wallet.publicUrl).origin,
    sealer,
    audit,
    mailer,
    notify: createNotify({ mailer, sealer }),
    limits: createLoginLimits({ context, counters, sealer }),
    news,
    sessions,
    projects: createProjects({ config }),
    findAccount,
  }

  let sweeping: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = Promise.all([counters.sweep(), sweepLogins({ database, clock })]).then(
      () => {},
      (error) => log.warn({ err: error }, 'Deleting expired logins failed'),
    )
  }, sweepInterval)
  timer.unref()
  shutdown.add('logins', async () => {
    clearInterval(timer)
    await sweeping
  })

  return {
    authenticate: createAuthenticate({ context, proofs: createProofVerifier({ context }), signer, sessions }),
    parts,
    startEmailLogin: (options) => startEmailLogin(parts, options),
    verifyEmailLogin: (options) => verifyEmailLogin(parts, options),
    waitForDevice: (options) => waitForDevice(parts, options),
    inspectDeviceLink: (options) => inspectDeviceLink(parts, options),
    approveDevice: (options) => approveDevice(parts, options),
    refreshSession: (options) => refreshSession(parts, { ...options, signer }),
    endSession: async ({ session: { userId, sessionId } }) => {
      const ended = await database.transaction((tx) => sessions.end(tx, { userId, sessionId, by: 'user' }))
      await sessions.announce(ended)
    },
    lockSession: ({ session }) => sessions.lockNow(session),
    noteUse: ({ session }) => sessions.noteUse(session),
    proveHealth: ({ nonce }) => signer.proveHealth(nonce),
    watchSession: async ({ session: { sessionId, userId }, signal, timeout }) => {
      let isFirst = true
      const status = await news.waitFor({
        topics: [`session:${sessionId}`, `user:${userId}`],
        check: async () => {
          if (!(await sessions.readFresh(sessionId))) throw new ServiceError('session_ended')
          const answer = isFirst ? undefined : ('changed' as const)
          isFirst = false
          return answer
        },
        signal,
        ...(timeout === undefined ? {} : { timeout }),
      })
      return { status: status ?? 'alive' }
    },
    startStepUp: (options) => startStepUp(parts, options),
    verifyStepUp: (options) => verifyStepUp(parts, options),
  }
}
