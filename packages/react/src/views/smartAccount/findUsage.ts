import type { Session } from '@latchkey/core'

/** What is used of an allowance in the period that runs. */
export type AllowanceUsage = NonNullable<Session['usage']>[number]

/** What is used of a session's allowance of a token; `token` undefined: of the native coin. Undefined where nobody could read it. */
export function findUsage(session: Pick<Session, 'usage'>, token: string | undefined): AllowanceUsage | undefined {
  return session.usage?.find((entry) =>
    token === undefined ? entry.token === 'native' : entry.token.toLowerCase().endsWith(token.toLowerCase()),
  )
}
