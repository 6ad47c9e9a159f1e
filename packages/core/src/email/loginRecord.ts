import type { Environment } from '../environment/Environment.ts'
import { emailRecordKey } from '../storage/emailRecordKey.ts'

/** Validity of a login code in milliseconds, as set by the server. */
export const codeLifetime = 10 * 60_000

/** A login whose email was sent. It contains neither codes nor tokens. */
export type LoginRecord = {
  email: string
  action: 'VERIFY_DEVICE' | 'VERIFY_OTP'
  /** Unix milliseconds. */
  sentAt: number
}

/** Reads the current login of this tab; undefined if its code has expired. */
export function readLogin({ tabStorage, now }: Environment): LoginRecord | undefined {
  try {
    const record = JSON.parse(tabStorage?.().getItem(emailRecordKey) ?? '') as LoginRecord
    return typeof record.email === 'string' && Math.abs(now() - record.sentAt) < codeLifetime ? record : undefined
  } catch {
    return undefined
  }
}

/** Stores the current login, or removes it. Without a storage, it ends with the page. */
export function writeLogin({ tabStorage }: Environment, record: LoginRecord | undefined): void {
  try {
    if (record) tabStorage?.().setItem(emailRecordKey, JSON.stringify(record))
    else tabStorage?.().removeItem(emailRecordKey)
  } catch {
    // The storage is full or blocked.
  }
}
