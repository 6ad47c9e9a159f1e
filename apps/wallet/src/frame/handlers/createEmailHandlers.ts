import type { EmailAction } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FramePayload } from '@latchkey/protocol/wallet'
import type { Schedule } from '../../device/Schedule.ts'
import { openedWallet, type WalletState, type WalletView } from '../../wallet/walletReducer.ts'
import type { FrameHandlers } from '../createDispatcher.ts'
import { createStep } from '../createStep.ts'
import type { FrameServices } from '../FrameServices.ts'
import type { Entered, Entry, SignedIn } from './createEntry.ts'

/** The requests of a login by email. */
export type EmailHandlers = Pick<FrameHandlers, 'connectEmail' | 'connectDevice' | 'connectOtp'> & {
  /** Cancels steps that wait for the visitor. */
  cancel: (reason: unknown) => void
}

/** Creates the handlers of a login by email: the email, the device's confirmation if required, the code. */
export function createEmailHandlers({
  entry: { ready, offer, begin, finish, enter, protect, settle, signIn: sign, forgetRecovery },
  connectedWallet,
  schedule,
  signedOut,
}: {
  entry: Entry
  /** The wallet that the host may see. */
  connectedWallet: (state: WalletState) => WalletView | null
  schedule: Schedule
  /** The login ended here; notifies the host and the other tabs. */
  signedOut: () => Promise<void>
}): EmailHandlers {
  const deviceStep = createStep<{ connected?: boolean } & SignedIn>({ schedule })
  const codeStep = createStep<Entered>({ schedule })
  const cancel = (reason: unknown) => {
    deviceStep.cancel(reason)
    codeStep.cancel(reason)
  }

  const connectCode = async (
    services: FrameServices,
    { otp, signIn }: FramePayload<'connectOtp'>,
    signal: AbortSignal,
  ) => {
    const { login, wallet, session } = services
    const attempt = login.open()
    if (!attempt) {
      if (!session.current()) throw new ServiceError('attempt_unknown')
      return settle(services, signal, signIn)
    }
    if (otp !== undefined) {
      // Entered on the site's page, which showed no sign-in.
      await enter(services, await login.takeCode(otp))
      return settle(services, signal)
    }
    const told = await offer(services, signIn)
    const note = told?.note
    if (attempt.needsDevice) {
      const tokens = await login.approveDevice(signal, note)
      wallet.dispatch({ type: 'deviceApproved' })
      if (tokens) {
        login.end()
        await enter(services, tokens, told)
        return settle(services, signal, signIn)
      }
    }
    await login
      .typeCode({
        signal,
        note,
        begin: (tokens) => begin(services, tokens, told),
        finish: () => finish(services),
      })
      .catch((error: unknown) => {
        wallet.dispatch({ type: 'attemptEnded' })
        throw error
      })
    return settle(services, signal, signIn)
  }

  return {
    connectEmail: async ({ email }) => {
      const services = await ready()
      const { session, login, wallet, keys, loadWords } = services
      const current = session.current()
      // A provider's email address is not a login by email: its holder may have another account.
      if (current && !current.socialProvider && isSameAddress(current.email, email)) {
        if (connectedWallet(wallet.state.getState())) return { action: 'CONNECT' satisfies EmailAction }
        // Logged in already, and the wallet only needs recovery or protection. No other code is needed, and `connectOtp` waits for
        // that.
        forgetRecovery()
        const now = wallet.state.getState()
        if (now.status === 'recovering' || openedWallet(now)) return { action: 'VERIFY_OTP' }
      }
      if (current) await signedOut()
      cancel(new ServiceError('request_aborted'))
      const action = await login.start(email)
      wallet.dispatch({ type: 'attemptStarted', step: action === 'VERIFY_DEVICE' ? 'device' : 'code', email })
      // Prepare a new wallet while the visitor looks for the code; it may turn out to be unneeded.
      void loadWords()
        .then((words) => keys.prepare({ words }))
        .catch(() => {})
      return { action }
    },
    connectDevice: async ({ signIn }, { signal }) => {
      const services = await ready()
      return deviceStep.wait({
        signal,
        start: async (stepSignal) => {
          const { login, wallet } = services
          if (!login.open()) {
            if (services.session.current()) return { connected: true }
            throw new ServiceError('attempt_unknown')
          }
          const told = await offer(services, signIn)
          const tokens = await login.approveDevice(stepSignal, told?.note)
          wallet.dispatch({ type: 'deviceApproved' })
          if (!tokens) return {}
          login.end()
          await enter(services, tokens, told)
          await protect(services, stepSignal)
          const isOpen = connectedWallet(wallet.state.getState())
          return { connected: true, ...(isOpen && (await sign(services, signIn))) }
        },
      })
    },
    connectOtp: async (payload, { signal }) => {
      const services = await ready()
      const start = (stepSignal: AbortSignal) => connectCode(services, payload, stepSignal)
      return codeStep.wait({ payload: keyOf(payload), signal, start })
    },
    cancel,
  }
}

/** Identifies the request if it has more than a continuation. */
function keyOf({ otp, signIn }: FramePayload<'connectOtp'>): string | undefined {
  return otp === undefined && !signIn ? undefined : JSON.stringify([otp, signIn])
}

function isSameAddress(left: string | null, right: string): boolean {
  return left !== null && left.trim().toLowerCase() === right.trim().toLowerCase()
}
