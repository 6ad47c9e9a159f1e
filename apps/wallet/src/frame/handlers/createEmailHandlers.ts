import type { EmailAction } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FramePayload } from '@latchkey/protocol/wallet'
import type { Schedule } from '../../device/Schedule.ts'
import { openedWallet, type WalletState, type WalletView } from '../../wallet/walletReducer.ts'
import type { FrameHandlers } from '../createDispatcher.ts'
import { createStep } from '../createStep.ts'
import type { FrameServices } from '../FrameServices.ts'
import type { Entered, Entry, SignedIn } from './createEntry.ts'

/** The requests of a login by mail. */
export type EmailHandlers = Pick<FrameHandlers, 'connectEmail' | 'connectDevice' | 'connectOtp'> & {
  /** Gives up what waits for a person. */
  cancel: (reason: unknown) => void
}

/** Makes what answers the requests of a login by mail: the mail, the device's approval where one is needed, the code. */
export function createEmailHandlers({
  entry: { ready, offer, begin, finish, enter, protect, settle, signIn: sign, forgetRecovery },
  connectedWallet,
  schedule,
  signedOut,
}: {
  entry: Entry
  /** The wallet that the host may know of. */
  connectedWallet: (state: WalletState) => WalletView | null
  schedule: Schedule
  /** The session is over here; tells the host and the other tabs. */
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
      // Typed on the site's own page, where nothing told of a sign-in.
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
      // The address of a provider is not one that was typed: who types it may have another account.
      if (current && !current.socialProvider && isSameAddress(current.email, email)) {
        if (connectedWallet(wallet.state.getState())) return { action: 'CONNECT' satisfies EmailAction }
        // Signed in already, and only the wallet must be recovered or protected: no other code is needed, `connectOtp` waits for that.
        forgetRecovery()
        const now = wallet.state.getState()
        if (now.status === 'recovering' || openedWallet(now)) return { action: 'VERIFY_OTP' }
      }
      if (current) await signedOut()
      cancel(new ServiceError('request_aborted'))
      const action = await login.start(email)
      wallet.dispatch({ type: 'attemptStarted', step: action === 'VERIFY_DEVICE' ? 'device' : 'code', email })
      // While the visitor looks for the code, a wallet is drawn: whether it will be needed shows later.
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

/** What was asked for, where it is more than to go on. */
function keyOf({ otp, signIn }: FramePayload<'connectOtp'>): string | undefined {
  return otp === undefined && !signIn ? undefined : JSON.stringify([otp, signIn])
}

function isSameAddress(left: string | null, right: string): boolean {
  return left !== null && left.trim().toLowerCase() === right.trim().toLowerCase()
}
