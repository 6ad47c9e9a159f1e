import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSealer } from '../platform/crypto/createSealer.ts'
import { createToken } from '../platform/crypto/createToken.ts'
import { fromBase62, toBase62 } from './base62.ts'
import { createNonces } from './createNonces.ts'

const sealer = createSealer({ keys: [new Uint8Array(32).fill(1)] })
const nonces = createNonces({ sealer })
const owner = { projectId: '0123456789abcdef0123456789abcdef', browser: createToken() }
/** Not a full second. */
const now = 1_800_000_000_500

test('default', () => {
  const { nonce, issuedAt, expiresAt } = nonces.create({ ...owner, now })
  expect(nonce).toMatch(/^[A-Za-z0-9]{49}$/)
  expect([issuedAt.getTime(), expiresAt.getTime()]).toEqual([1_800_000_000_000, 1_800_000_300_000])
  expect(nonces.check(nonce, { ...owner, now })).toEqual({ expiresAt })
  // Another process with the same key accepts it as well.
  expect(createNonces({ sealer }).check(nonce, { ...owner, now })).toEqual({ expiresAt })
})

test('behavior: each nonce is different', () => {
  const made = Array.from({ length: 1_000 }, () => nonces.create({ ...owner, now }).nonce)
  expect(new Set(made).size).toBe(1_000)
})

test('behavior: valid for five minutes, to the millisecond', () => {
  const { nonce } = nonces.create({ ...owner, now })
  const at = (time: number) => () => nonces.check(nonce, { ...owner, now: time })
  expect(at(1_800_000_299_999)).not.toThrow()
  expect(at(1_800_000_300_000)).toThrow(expect.objectContaining({ code: 'siwx_nonce_expired', field: 'nonce' }))
  // The clock of the creating process can be ahead by at most a minute.
  expect(at(1_800_000_000_000 - 60_000)).not.toThrow()
  expect(at(1_800_000_000_000 - 60_001)).toThrow(expect.objectContaining({ code: 'siwx_nonce_invalid' }))
})

test('error: threat 114: for another browser or project, or under another key, it is invalid', () => {
  const { nonce } = nonces.create({ ...owner, now })
  const stranger = createNonces({ sealer: createSealer({ keys: [new Uint8Array(32).fill(2)] }) })
  for (const check of [
    () => nonces.check(nonce, { ...owner, now, browser: createToken() }),
    () => nonces.check(nonce, { ...owner, now, projectId: 'fedcba9876543210fedcba9876543210' }),
    () => stranger.check(nonce, { ...owner, now }),
  ]) {
    expect(check).toThrow(expect.objectContaining({ code: 'siwx_nonce_invalid', field: 'nonce' }))
  }
})

test('error: a nonce with a changed, added or missing character is invalid', () => {
  const { nonce } = nonces.create({ ...owner, now })
  const check = (text: string) => () => nonces.check(text, { ...owner, now })
  for (let index = 0; index < nonce.length; index++) {
    const other = nonce[index] === 'x' ? 'y' : 'x'
    expect(check(nonce.slice(0, index) + other + nonce.slice(index + 1))).toThrow('not started in this browser')
  }
  for (const text of [`0${nonce}`, nonce.slice(1), '', 'z'.repeat(49), `${nonce.slice(0, 48)}-`, nonce.slice(0, 48)]) {
    expect(check(text)).toThrow(expect.objectContaining({ code: 'siwx_nonce_invalid' }))
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      expect(check(text)).toThrow(expect.objectContaining({ code: 'siwx_nonce_invalid' }))
    }),
  )
})

test('behavior: each sequence of bytes has one text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 36, maxLength: 36 }), (bytes) => {
      const text = toBase62(bytes, 49)
      expect(text).toMatch(/^[0-9A-Za-z]{49}$/)
      expect(fromBase62(text, 36)).toEqual(bytes)
    }),
  )
  // More than 36 bytes.
  expect(fromBase62('z'.repeat(49), 36)).toBeUndefined()
})
