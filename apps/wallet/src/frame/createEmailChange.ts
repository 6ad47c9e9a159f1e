import type { PendingStep } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { resendEmailChange, startEmailChange, verifyNewEmail, verifyOldEmail } from '@latchkey/protocol/wallet'
import type { CardStore } from '../cards/createCardStore.ts'
import type { Schedule } from '../device/Schedule.ts'
import { askForCode } from '../login/askForCode.ts'
import type { FrameHandlers } from './createDispatcher.ts'
import { createStep } from './createStep.ts'
import type { FrameServices } from './FrameServices.ts'

type Change = { changeId: string; email: string; resendAt: number; expiresAt: number }
type Started = { action: 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP' }
type CodeQuestion = Parameters<typeof askForCode>[0]
type ChangeHandlers = Pick<FrameHandlers, 'updateEmail' | 'updateEmailPrimaryOtp' | 'updateEmailSecondaryOtp'>

/** Changes the email address: a step-up first, a code to the old address if there is one, then a code to the new one. */
export function createEmailChange({
  services: servicesOf,
  cards,
  schedule,
  now,
}: {
  services: () => Promise<FrameServices>
  cards: CardStore
  schedule: Schedule
  now: () => number
}): ChangeHandlers & { cancel: (reason: unknown) => void } {
  let change: Change | null = null
  const startStep = createStep<Started>({ schedule })
  const primaryStep = createStep<{ action: 'VERIFY_SECONDARY_OTP' }>({ schedule })
  const secondaryStep = createStep<{ newEmail: string }>({ schedule })

  const current = () => {
    if (!change) throw new ServiceError('attempt_unknown')
    return change
  }
  const signedIn = async () => {
    const services = await servicesOf()
    if (!services.session.current()) throw new ServiceError('no_active_account')
    return services
  }
  const checkHostMayType = async ({ config }: FrameServices) => {
    const { hostMayTypeCode } = await config()
    if (!hostMayTypeCode) throw new ServiceError('frame_request_invalid')
  }
  const resend = async ({ session }: FrameServices) => {
    const { changeId, expiresAt } = current()
    const { resendAt } = await session.request(resendEmailChange, { body: { changeId } })
    return { resendAt: Date.parse(resendAt), expiresAt }
  }
  /** The code from the host, or from a card. */
  const takeCode = async ({
    services,
    otp,
    submit,
    signal,
    card,
  }: Pick<CodeQuestion, 'submit' | 'signal'> & {
    services: FrameServices
    otp: string | undefined
    card: () => Pick<CodeQuestion, 'purpose' | 'email' | 'newEmail' | 'resendAt' | 'expiresAt'>
  }) => {
    if (otp === undefined) {
      await askForCode({ ...card(), cards, now, signal, submit, resend: () => resend(services) })
      return
    }
    await checkHostMayType(services)
    await submit(otp)
  }

  return {
    updateEmail: async ({ email }, { signal }): Promise<Started | PendingStep> => {
      const services = await signedIn()
      return startStep.wait({
        payload: email,
        signal,
        start: async (stepSignal) => {
          const { session, stepUp } = services
          const { changeId, action, resendAt, expiresAt } = await stepUp.around({
            reason: 'email',
            signal: stepSignal,
            action: () => session.request(startEmailChange, { body: { email } }),
          })
          // Another change was requested in the meantime.
          stepSignal.throwIfAborted()
          // A card for an earlier address must not take codes of this one.
          for (const step of [primaryStep, secondaryStep]) step.cancel(new ServiceError('request_aborted'))
          change = { changeId, email, resendAt: Date.parse(resendAt), expiresAt: Date.parse(expiresAt) }
          return { action }
        },
      })
    },
    updateEmailPrimaryOtp: async ({ otp }, { signal }) => {
      const services = await signedIn()
      const { session } = services
      const submit = async (code: string) => {
        const { changeId } = current()
        const { resendAt } = await session.request(verifyOldEmail, { body: { changeId, otp: code } })
        if (change) change = { ...change, resendAt: Date.parse(resendAt) }
      }
      return primaryStep.wait({
        payload: otp,
        signal,
        start: async (stepSignal) => {
          await takeCode({
            services,
            otp,
            submit,
            signal: stepSignal,
            card: () => ({
              ...current(),
              purpose: 'emailOld',
              email: session.current()?.email ?? '',
              newEmail: current().email,
            }),
          })
          return { action: 'VERIFY_SECONDARY_OTP' }
        },
      })
    },
    updateEmailSecondaryOtp: async ({ otp }, { signal }) => {
      const services = await signedIn()
      const { session } = services
      let changed = ''
      const submit = async (code: string) => {
        const { changeId } = current()
        const { newEmail } = await session.request(verifyNewEmail, { body: { changeId, otp: code } })
        await session.setEmail(newEmail)
        changed = newEmail
      }
      return secondaryStep.wait({
        payload: otp,
        signal,
        start: async (stepSignal) => {
          const card = () => ({ ...current(), purpose: 'emailNew' as const })
          await takeCode({ services, otp, submit, signal: stepSignal, card })
          change = null
          // The device's records are also found by the address.
          void services.wallet.open()
          return { newEmail: changed }
        },
      })
    },
    cancel: (reason) => {
      for (const step of [startStep, primaryStep, secondaryStep]) step.cancel(reason)
    },
  }
}
