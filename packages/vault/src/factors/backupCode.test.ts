import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import frozen from '../../vectors/frozen.json' with { type: 'json' }
import { backupCodeOf, createBackupCode, parseBackupCode } from './backupCode.ts'

test('default', () => {
  const { code, secret } = createBackupCode()
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(secret).toHaveLength(16)
  expect(parseBackupCode(code)).toStrictEqual(secret)
  expect(createBackupCode().code).not.toBe(code)
})

test('behavior: the code is unchanged since this test was written', () => {
  expect(backupCodeOf(hexToBytes(frozen.backupCode.secret))).toBe(frozen.backupCode.code)
  const typed = frozen.backupCode.code.toLowerCase().replaceAll('0', 'o').replaceAll('-', ' ')
  expect(bytesToHex(parseBackupCode(typed))).toBe(frozen.backupCode.secret)
})

test('behavior: every secret can be decoded', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (secret) => {
      expect(parseBackupCode(backupCodeOf(secret))).toStrictEqual(new Uint8Array(secret))
    }),
  )
})

test.each(['', frozen.backupCode.code.slice(0, -1), frozen.backupCode.code.replace('G', 'H'), frozen.handover.code])(
  'error: %j is no backup code, and the error does not contain it',
  (text) => {
    try {
      parseBackupCode(text)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'backup_code_invalid' })
      if (text) expect(JSON.stringify({ ...(error as Error), message: String(error) })).not.toContain(text)
    }
  },
)
