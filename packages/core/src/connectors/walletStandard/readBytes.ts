import { LatchkeyError } from '@latchkey/protocol'

/** Copies bytes of a wallet, even of another realm; undefined for anything else. */
export function readBytes(value: unknown): Uint8Array | undefined {
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
    : undefined
}

/** Returns the bytes of a required field. @throws LatchkeyError `wallet_failed` */
export function expectBytes(value: unknown, length?: number): Uint8Array {
  const bytes = readBytes(value)
  if (!bytes || bytes.length === 0 || (length !== undefined && bytes.length !== length))
    throw new LatchkeyError('wallet_failed', { details: 'The wallet returned no bytes' })
  return bytes
}

/** Returns the text of a required field. @throws LatchkeyError `wallet_failed` */
export function expectText(value: unknown): string {
  if (typeof value !== 'string' || value === '')
    throw new LatchkeyError('wallet_failed', { details: 'The wallet returned no text' })
  return value
}

/** Encodes bytes in hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
