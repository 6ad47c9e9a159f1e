import type { Environment } from '../environment/Environment.ts'
import { emailRecordKey } from '../storage/emailRecordKey.ts'

/** Milliseconds for which a mailed code is good; the server's rule. */
export const codeLifetime = 10 * 60_000

/** A login whose mail was sent: nothing that a code or a session could be learnt from. */
export type LoginRecord = {
  email: string
  action: 'VERIFY_DEVICE' | 'VERIFY_OTP'
  /** Unix milliseconds. */
  sentAt: number
}

/** Reads the login that this tab has under way; one whose code is too old is none. */
export function readLogin({ tabStorage, now }: Environment): LoginRecord | undefined {
  try {
    const record = JSON.parse(tabStorage?.().getItem(emailRecordKey) ?? '') as LoginRecord
    return typeof record.email === 'string' && Math.abs(now() - record.sentAt) < codeLifetime ? record : undefined
  } catch {
    return undefined
  }
}

/** Notes the login that is under way; undefined: none is. Where the browser denies storage, it ends with the page. */
export function writeLogin({ tabStorage }: Environment, record: LoginRecord | undefined): void {
  try {
    if (record) tabStorage?.().setItem(emailRecordKey, JSON.stringify(record))
    else tabStorage?.().removeItem(emailRecordKey)
  } catch {
    // Full or blocked.
  }
}
