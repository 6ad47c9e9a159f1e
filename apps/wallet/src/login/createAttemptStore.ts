import * as z from 'zod/mini'
import type { TextStorage } from '../rpc/createPromptTimes.ts'

const attemptSchema = z.nullable(
  z.object({
    attemptId: z.string(),
    email: z.string(),
    action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP']),
    matchNumber: z.nullable(z.string()),
    expiresAt: z.number(),
    resendAt: z.number(),
    hostMayTypeCode: z.boolean(),
  }),
)

/** An open login by email. Times are Unix milliseconds. Its code is useless without this device's key. */
export type LoginAttempt = NonNullable<z.infer<typeof attemptSchema>>

/** Stores the open login of one tab, so that a mailed code outlives a reload. */
export type AttemptStore = {
  /** Null: there is none, or its code has expired. */
  read: () => LoginAttempt | null
  write: (attempt: LoginAttempt | null) => void
}

/**
 * Creates an {@link AttemptStore}. If the browser denies storage, a login ends with the page.
 *
 * @param options.origin verified origin of the asking site, which separates the logins of sites
 */
export function createAttemptStore({
  storage,
  projectId,
  origin,
  now,
}: {
  storage: () => TextStorage
  projectId: string
  origin: () => string
  now: () => number
}): AttemptStore {
  const key = () => `latchkey-login:${projectId}:${origin()}`
  return {
    read: () => {
      try {
        const { data } = attemptSchema.safeParse(JSON.parse(storage().getItem(key()) ?? 'null'))
        return data && data.expiresAt > now() ? data : null
      } catch {
        return null
      }
    },
    write: (attempt) => {
      try {
        storage().setItem(key(), JSON.stringify(attempt))
      } catch {
        // Full or denied.
      }
    },
  }
}
