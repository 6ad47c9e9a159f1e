import { emailCooldown } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Card } from '../cards/Card.ts'
import type { CardStore } from '../cards/createCardStore.ts'
import { toCardFailure } from '../cards/toCardFailure.ts'

type Times = { resendAt: number; expiresAt: number }

/**
 * Shows the code card until a code was accepted.
 *
 * @param options.submit checks a code; what it refuses is shown and the card waits for another
 * @param options.resend sends another mail; `done`: no code is needed any more
 * @throws LatchkeyError `user_rejected` when the card was closed; the signal's reason
 */
export function askForCode({
  cards,
  purpose,
  email,
  newEmail,
  resendAt,
  expiresAt,
  now,
  signal,
  submit,
  resend,
}: Times & {
  cards: CardStore
  purpose: Extract<Card, { kind: 'code' }>['purpose']
  email: string
  /** The address that the account will have. */
  newEmail?: string | undefined
  now: () => number
  signal: AbortSignal
  submit: (otp: string) => Promise<void>
  resend: () => Promise<Times | 'done'>
}): Promise<void> {
  return new Promise((resolve, reject) => {
    let busy = false
    const stop = (settle: () => void) => {
      card.close()
      signal.removeEventListener('abort', given)
      settle()
    }
    const run = async (work: () => Promise<(() => void) | undefined>) => {
      if (busy) return
      busy = true
      card.update({ busy: true, failure: null })
      try {
        const settle = await work()
        if (settle) stop(settle)
      } catch (error) {
        card.update({ failure: toCardFailure(error) })
      } finally {
        busy = false
        card.update({ busy: false })
      }
    }
    const card = cards.present<'code'>(
      {
        ...{ kind: 'code', purpose, email, resendAt, expiresAt, busy: false, failure: null },
        ...(newEmail === undefined ? {} : { newEmail }),
      },
      {
        submitCode: (otp) => {
          if (!/^\d{6}$/.test(otp)) {
            card.update({ failure: toCardFailure(new ServiceError('code_wrong')) })
            return
          }
          void run(async () => {
            await submit(otp)
            return resolve
          })
        },
        resendCode: () =>
          void run(async () => {
            const next = await resend()
            if (next === 'done') return resolve
            card.update({ resendAt: Math.max(next.resendAt, now() + emailCooldown * 1000), expiresAt: next.expiresAt })
            return undefined
          }),
        cancel: () => stop(() => reject(new ServiceError('user_rejected'))),
      },
    )
    const given = () => stop(() => reject(signal.reason))
    if (signal.aborted) given()
    else signal.addEventListener('abort', given)
  })
}
