import type { Finding } from '../Description.ts'
import type { SignInText } from './SignInText.ts'

/** Milliseconds that a server's clock may be ahead of this one. */
const clockDrift = 300_000
/** From this age on a sign-in counts as replayed. */
const oldest = 86_400_000

/**
 * Compares the times of a sign-in with the clock. An invalid time, such as a 31st of February, never matches.
 *
 * @param now Unix milliseconds
 */
export function judgeSignInTimes({ signIn, now }: { signIn: SignInText; now: number }): readonly Finding[] {
  const { issuedAt, expirationTime, notBefore } = signIn
  const judge = (
    field: 'issuedAt' | 'expirationTime' | 'notBefore',
    time: string | undefined,
    isRight: (at: number) => boolean,
  ): Finding[] =>
    time === undefined || isRight(Date.parse(time))
      ? []
      : [{ level: 'warn', code: 'signInTimes', values: { field, time } }]
  return [
    ...judge('issuedAt', issuedAt, (at) => at <= now + clockDrift && at >= now - oldest),
    ...judge('expirationTime', expirationTime, (at) => at > now),
    ...judge('notBefore', notBefore, (at) => at <= now + clockDrift),
  ]
}
