import { emailCooldown } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { askOnCard } from '../cards/askOnCard.ts'
import type { Card } from '../cards/Card.ts'
import type { CardStore } from '../cards/createCardStore.ts'
import { toCardFailure } from '../cards/toCardFailure.ts'
import type { SignInNote } from '../signIn/LoginSignIn.ts'

type Times = { resendAt: number; expiresAt: number }

/**
 * Shows the code card until a code is accepted.
 *
 * @param options.submit checks a code; a refusal is shown, and the card waits for another code
 * @param options.resend sends another email; `done`: no code is needed anymore
 * @throws LatchkeyError `user_rejected` if the card was closed; the signal's reason
 */
export function askForCode({
  cards,
  purpose,
  email,
  newEmail,
  note,
  isFleeting,
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
  /** The account's new address. */
  newEmail?: string | undefined
  /** The browser stores nothing of the wallet that this login unlocks. */
  isFleeting?: boolean | undefined
  /** The sign-in to the site that the code also confirms. */
  note?: SignInNote | undefined
  now: () => number
  signal: AbortSignal
  submit: (otp: string) => Promise<void>
  resend: () => Promise<Times | 'done'>
}): Promise<void> {
  return askOnCard<'code', void>({
    cards,
    signal,
    card: {
      ...{ kind: 'code', purpose, email, resendAt, expiresAt, busy: false, failure: null },
      ...(newEmail === undefined ? {} : { newEmail }),
      ...(note && { note }),
      ...(isFleeting && { isFleeting }),
    },
    handlers: ({ answer, run, update }) => ({
      submitCode: (otp) => {
        if (/^\d{6}$/.test(otp)) run(() => submit(otp).then(answer))
        else update({ failure: toCardFailure(new ServiceError('code_wrong')) })
      },
      resendCode: () =>
        run(async () => {
          const next = await resend()
          if (next === 'done') answer()
          else update({ resendAt: Math.max(next.resendAt, now() + emailCooldown * 1000), expiresAt: next.expiresAt })
        }),
    }),
  })
}
