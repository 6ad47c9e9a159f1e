import { ServiceError } from '@latchkey/protocol/errors'
import type { Bytes } from '../bytes/Bytes.ts'
import { fromCheckedText, toCheckedText } from '../bytes/checkedText.ts'
import { randomBytes } from '../bytes/randomBytes.ts'

const label = 'ew/backup/v1'
const length = 16

/**
 * Creates a backup code: 128 random bits as 26 characters of Crockford's base 32 and two check characters, in seven groups of four.
 *
 * @example const { code, secret } = createBackupCode()
 */
export function createBackupCode(): { code: string; secret: Bytes } {
  const secret = randomBytes(length)
  return { code: backupCodeOf(secret), secret }
}

/** Returns the text of a backup code's secret. */
export function backupCodeOf(secret: Uint8Array): string {
  return toCheckedText({ label, bytes: secret })
}

/**
 * Returns the secret of an entered backup code. Tolerates case, spaces, dashes, O for 0 and I or L for 1.
 *
 * @throws LatchkeyError `backup_code_invalid`; the text is not in the error
 * @example const secret = parseBackupCode(typed)
 */
export function parseBackupCode(text: string): Bytes {
  const secret = fromCheckedText({ label, text, length })
  if (!secret) throw new ServiceError('backup_code_invalid')
  return secret
}
