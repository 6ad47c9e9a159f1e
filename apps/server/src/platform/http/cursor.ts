import { createHash } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'

/** Bytes of the checksum at the end of a cursor. */
const checkBytes = 8

/**
 * Writes a cursor: opaque text with a checksum that binds it to a list. Processes need no shared secret for it. A mistyped or foreign
 * cursor is rejected instead of returning the wrong page. It contains no secret and grants nothing: a forged one only selects another page
 * of the same public list.
 *
 * @param scope identifies the list: its name, the account, the chain
 */
export function writeCursor(scope: string, position: unknown): string {
  const text = JSON.stringify(position)
  return Buffer.concat([Buffer.from(text), check(scope, text)]).toString('base64url')
}

/**
 * Reads a cursor.
 *
 * @returns the written position, as unknown, because the caller checks its shape
 * @throws LatchkeyError `malformed_cursor`
 */
export function readCursor(scope: string, cursor: string): unknown {
  if (cursor.length <= 2048 && /^[A-Za-z0-9_-]+$/.test(cursor)) {
    const data = Buffer.from(cursor, 'base64url')
    const text = data.subarray(0, -checkBytes).toString('utf8')
    if (data.length > checkBytes && data.subarray(-checkBytes).equals(check(scope, text))) {
      // Compare the re-encoded text, because base64 allows several spellings of the last character.
      if (data.toString('base64url') === cursor) return JSON.parse(text)
    }
  }
  throw new ServiceError('malformed_cursor', { field: 'cursor' })
}

function check(scope: string, text: string): Buffer {
  return createHash('sha256').update(`cursor 1\n${scope}\n${text}`).digest().subarray(0, checkBytes)
}
