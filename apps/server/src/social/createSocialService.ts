import type { SocialProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { SocialAttempt } from '@latchkey/protocol/wallet'
import type { Counters } from '../auth/createCounters.ts'
import { describeSession } from '../auth/describeSession.ts'
import { findStepUpProvider } from '../auth/findStepUpProvider.ts'
import { hasPasskey } from '../auth/hasPasskey.ts'
import type { LoginParts } from '../auth/LoginParts.ts'
import { nameDevice } from '../auth/nameDevice.ts'
import { requireStepUpOf } from '../auth/requireStepUpOf.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import { requireEnrolled } from '../vaults/requireEnrolled.ts'
import { beginAttempt } from './beginAttempt.ts'
import { confirmAttempt } from './confirmAttempt.ts'
import type { FarcasterChannels } from './FarcasterChannels.ts'
import { finishAuthorization } from './finishAuthorization.ts'
import { inspectAttempt } from './inspectAttempt.ts'
import { createOauthClients } from './providers/createOauthClients.ts'
import { redeemAttempt } from './redeemAttempt.ts'
import type { SocialParts } from './SocialParts.ts'
import { createSocialLimits } from './socialLimits.ts'
import { type StartedAttempt, startAttempt } from './startAttempt.ts'
import { startFarcasterLogin } from './startFarcasterLogin.ts'

/** Options of a step, without the dependencies that all steps share. */
type Options<Step extends (parts: SocialParts, options: never) => unknown> = Parameters<Step>[1]

/** Caller and site of a login. */
type LoginBeginning = {
  projectId: string
  hostOrigin: string
  /** BCP 47. */
  language: string
  /** JWK thumbprint of the device's key. */
  jkt: string
  ip: string
  userAgent: string
}

/** Logins, links and step-ups with a provider. */
export type SocialService = {
  startLogin: (
    options: LoginBeginning & { provider: Exclude<SocialProvider, 'farcaster'>; returnUrl?: string | undefined },
  ) => Promise<StartedAttempt>
  startFarcasterLogin: (options: LoginBeginning) => ReturnType<typeof startFarcasterLogin>
  /** For accounts without a passkey. @throws LatchkeyError `social_unavailable` if no provider of the account is offered */
  startStepUp: (options: { session: WalletCaller; ip: string }) => Promise<SocialAttempt>
  /** @throws LatchkeyError `step_up_required`, `device_not_enrolled` */
  startLink: (options: { session: WalletCaller; provider: SocialProvider; ip: string }) => Promise<SocialAttempt>
  inspect: (options: Options<typeof inspectAttempt>) => ReturnType<typeof inspectAttempt>
  begin: (options: Options<typeof beginAttempt>) => ReturnType<typeof beginAttempt>
  finishAuthorization: (options: Options<typeof finishAuthorization>) => ReturnType<typeof finishAuthorization>
  redeem: (options: Options<typeof redeemAttempt>) => ReturnType<typeof redeemAttempt>
  confirm: (options: Options<typeof confirmAttempt>) => ReturnType<typeof confirmAttempt>
}

/** Milliseconds for one request to a provider. */
const providerTimeout = 10_000

/**
 * Creates the logins with a provider.
 *
 * @param options.channels Sign In With Farcaster, if it is configured
 * @param options.deadline creates the timeout signal of each request to a provider; default: 10 seconds
 * @throws LatchkeyError `config_invalid` if a provider's key is missing at its configured place
 * @example
 * const social = await createSocialService({ parts: auth.parts, counters, channels, env: process.env })
 * registerSocialRoutes({ app, social })
 */
export async function createSocialService({
  parts: loginParts,
  counters,
  channels,
  env,
  deadline = () => AbortSignal.timeout(providerTimeout),
}: {
  parts: LoginParts
  counters: Counters
  channels: FarcasterChannels | undefined
  env: Readonly<Record<string, string | undefined>>
  deadline?: (() => AbortSignal) | undefined
}): Promise<SocialService> {
  const { context, projects } = loginParts
  const { config, database, clock } = context
  const parts: SocialParts = {
    ...loginParts,
    clients: await createOauthClients({ social: config.social, clock, env, deadline }),
    channels,
    socialLimits: createSocialLimits({ context, counters }),
  }

  const loginOf = ({ projectId, hostOrigin, language, jkt, ip, userAgent }: LoginBeginning) => {
    projects.check({ projectId, origin: hostOrigin })
    return { purpose: 'login' as const, projectId, hostOrigin, language, jkt, ip, deviceName: nameDevice(userAgent) }
  }
  const sessionOf = async ({ session, ip }: { session: WalletCaller; ip: string }) => {
    const { projectId, hostOrigin, jkt, userId, deviceId, sessionId, language } = session
    projects.check({ projectId, origin: hostOrigin })
    const { device: deviceName } = await describeSession({ db: database, config, session })
    return { projectId, hostOrigin, jkt, userId, deviceId, sessionId, language, deviceName, ip }
  }

  return {
    startLogin: async ({ provider, returnUrl, ...login }) =>
      startAttempt(parts, { ...loginOf(login), provider, returnUrl }),
    startFarcasterLogin: async (login) => startFarcasterLogin(parts, loginOf(login)),
    startStepUp: async ({ session, ip }) => {
      const provider = await findStepUpProvider(database, { session, config })
      // A passkey is stronger proof, and is required instead.
      if (!provider || (await hasPasskey(database, session.userId))) throw new ServiceError('social_unavailable')
      const started = await startAttempt(parts, { ...(await sessionOf({ session, ip })), purpose: 'stepUp', provider })
      return started.attempt
    },
    startLink: async ({ session, provider, ip }) => {
      await requireEnrolled({ db: database, session })
      await requireStepUpOf({ db: database, session, clock })
      const started = await startAttempt(parts, { ...(await sessionOf({ session, ip })), purpose: 'link', provider })
      return started.attempt
    },
    inspect: (options) => inspectAttempt(parts, options),
    begin: (options) => beginAttempt(parts, options),
    finishAuthorization: (options) => finishAuthorization(parts, options),
    redeem: (options) => redeemAttempt(parts, options),
    confirm: (options) => confirmAttempt(parts, options),
  }
}
