import type { SocialProvider } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { finishPasskeyStepUp, startPasskeyStepUp, startStepUp, verifyStepUp } from '@latchkey/protocol/wallet'
import { askOnCard } from '../cards/askOnCard.ts'
import type { StepUpReason } from '../cards/Card.ts'
import type { CardStore } from '../cards/createCardStore.ts'
import { askForCode } from '../login/askForCode.ts'
import type { LoginState } from '../login/createLoginState.ts'
import { askPasskey, type Credentials } from '../login/passkeys.ts'
import { type PasskeyChallenge, readChallenge } from '../login/readChallenge.ts'
import type { UsedPasskey } from './lockRecord.ts'

/** Asks for a login with the provider; resolves when the login is fresh. */
export type AskProvider = (options: {
  reason: StepUpReason
  provider: SocialProvider
  signal: AbortSignal
}) => Promise<void>

/**
 * Step-up: confirms that the owner acts. By passkey if the account has one, else by a mailed code. An account without an address
 * confirms with its login's provider.
 */
export type StepUp = {
  /** Runs an action. If the server requires a step-up first, asks for it on a card with the reason, and runs the action again. */
  around: <T>(options: { reason: StepUpReason; signal: AbortSignal; action: () => Promise<T> }) => Promise<T>
  /** Asks for a step-up with the account's method. */
  ask: (options: { reason: StepUpReason; signal: AbortSignal }) => Promise<void>
  /** Starts a step-up by passkey, whose answer goes to `finishPasskey`. */
  startPasskey: () => Promise<PasskeyChallenge>
  finishPasskey: (options: {
    challengeId: string
    response: Record<string, unknown>
    /** Other output of the passkey, which stays on this device. */
    passkey?: UsedPasskey | undefined
  }) => Promise<{ freshUntil: string }>
  /** Sends a code, or returns that a passkey or the login's provider is the method. */
  startCode: () => Promise<{ method: 'code' } | { method: 'passkey' } | { method: 'social'; provider: SocialProvider }>
  /** @throws LatchkeyError `attempt_unknown` before a code was sent */
  finishCode: (options: { otp: string }) => Promise<{ freshUntil: string }>
}

/** Creates the step-up of a login. */
export function createStepUp({
  session,
  cards,
  credentials,
  askProvider,
  confirmed,
  now,
}: {
  session: LoginState
  cards: CardStore
  credentials: Credentials | null
  askProvider: AskProvider
  /** The server accepted a step-up. */
  confirmed: (passkey: UsedPasskey | null) => Promise<void>
  now: () => number
}): StepUp {
  let attempt: { attemptId: string; resendAt: number } | null = null

  const startCode: StepUp['startCode'] = async () => {
    const { method, provider, attemptId, resendAt } = await session.request(startStepUp, {})
    if (attemptId !== null) attempt = { attemptId, resendAt: resendAt === null ? now() : Date.parse(resendAt) }
    if (method !== 'social') return { method }
    if (provider === null) throw new ServiceError('response_invalid')
    return { method, provider }
  }
  const finishCode: StepUp['finishCode'] = async ({ otp }) => {
    if (!attempt) throw new ServiceError('attempt_unknown')
    const answer = await session.request(verifyStepUp, { body: { attemptId: attempt.attemptId, otp } })
    attempt = null
    await confirmed(null)
    return answer
  }
  const startPasskey: StepUp['startPasskey'] = async () =>
    readChallenge('step-up', await session.request(startPasskeyStepUp, {}))
  const finishPasskey: StepUp['finishPasskey'] = async ({ challengeId, response, passkey }) => {
    const answer = await session.request(finishPasskeyStepUp, { body: { challengeId, response } })
    await confirmed(passkey ?? null)
    return answer
  }

  const askWithPasskey = ({ reason, signal }: { reason: StepUpReason; signal: AbortSignal }) =>
    askOnCard<'stepUp', void>({
      cards,
      signal,
      card: { kind: 'stepUp', reason, method: 'passkey', busy: false, failure: null },
      handlers: ({ answer, run }) => ({
        confirmWithPasskey: () =>
          run(async () => {
            if (!credentials) throw new ServiceError('passkey_refused')
            const { challengeId, options } = await startPasskey()
            const { response, ...passkey } = await askPasskey({ credentials, options })
            await finishPasskey({ challengeId, response, passkey })
            answer()
          }),
      }),
    })

  const ask = async ({ reason, signal }: { reason: StepUpReason; signal: AbortSignal }) => {
    const way = await startCode()
    if (way.method === 'passkey') return askWithPasskey({ reason, signal })
    if (way.method === 'social') {
      await askProvider({ reason, provider: way.provider, signal })
      return confirmed(null)
    }
    const minutes = 10 * 60_000
    const times = () => ({ resendAt: attempt?.resendAt ?? now(), expiresAt: now() + minutes })
    await askForCode({
      cards,
      purpose: 'stepUp',
      email: session.current()?.email ?? '',
      ...times(),
      now,
      signal,
      submit: async (otp) => {
        await finishCode({ otp })
      },
      resend: async () => {
        await startCode()
        return times()
      },
    })
  }

  return {
    around: async ({ reason, signal, action }) => {
      try {
        return await action()
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'step_up_required') throw error
        await ask({ reason, signal })
        return action()
      }
    },
    ask,
    startPasskey,
    finishPasskey,
    startCode,
    finishCode,
  }
}
