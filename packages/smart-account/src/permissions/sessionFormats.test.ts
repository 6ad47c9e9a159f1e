import { latchkeySessionsAbi } from '@latchkey/contracts'
import { p256 } from '@noble/curves/p256'
import fc from 'fast-check'
import { zeroAddress } from 'viem'
import { decodeAbiParameters, decodeFunctionData, encodeErrorResult, getAddress, size } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { sessionsAbi } from '../contracts/abis.ts'
import { smartAccountContracts } from '../contracts/addresses.ts'
import type { Grant } from './Grant.ts'
import { grantType } from './grantType.ts'
import { hashGrant } from './hashGrant.ts'
import { periodOf } from './periodOf.ts'
import { permissionsHash } from './permissionsHash.ts'
import { readSessionRefusal, sessionErrorsAbi } from './readSessionRefusal.ts'
import { grantCall, revokeCall } from './sessionCalls.ts'
import { decodeContext, encodeContext } from './sessionContext.ts'
import { sessionIdOf, sessionNonceKey } from './sessionNonceKey.ts'
import { encodeSessionSignature, stubSessionSignature } from './sessionSignature.ts'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))
const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((value): `0x${string}` => `0x${Buffer.from(value).toString('hex')}`)
const time = fc.integer({ min: 0, max: 2 ** 47 })
const anyGrant: fc.Arbitrary<Grant> = fc.record({
  signer: fc.oneof(bytes(20), bytes(64)),
  coSigner: address,
  validAfter: time,
  validUntil: time,
  calls: fc.array(
    fc.record({
      target: address,
      selector: bytes(4),
      valueLimit: fc.bigInt(0n, 2n ** 256n - 1n),
      arguments: fc.array(fc.record({ index: fc.nat(65_535), condition: fc.nat(3), value: bytes(32) }), {
        maxLength: 3,
      }),
    }),
    { maxLength: 4 },
  ),
  allowances: fc.array(
    fc.record({ token: address, limit: fc.bigInt(0n, 2n ** 256n - 1n), start: time, period: time }),
    { maxLength: 3 },
  ),
})
const grant: Grant = {
  ...{ signer: `0x${'11'.repeat(20)}`, coSigner: zeroAddress, validAfter: 1, validUntil: 2 },
  calls: [{ target: zeroAddress, selector: '0x00000000', valueLimit: 3n, arguments: [] }],
  allowances: [{ token: zeroAddress, limit: 3n, start: 4, period: 60 }],
}

describe('formats of permissions', () => {
  it('default: the rules have the contract’s ABI type', () => {
    const entry = latchkeySessionsAbi.find((one) => one.type === 'function' && one.name === 'grant')
    const strip = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, member) => (key === 'internalType' ? undefined : member)))
    expect(strip(entry && 'inputs' in entry ? entry.inputs[1] : undefined)).toEqual(strip(grantType))
    for (const { name } of sessionErrorsAbi) {
      expect(
        latchkeySessionsAbi.some((one) => one.type === 'error' && one.name === name),
        name,
      ).toBe(true)
    }
  })

  it('default: a context decodes to the same content, for any rules', () => {
    fc.assert(
      fc.property(address, fc.nat(), fc.nat(2 ** 32 - 1), anyGrant, (account, chainId, id, any) => {
        const context = { account, chainId, id, grant: any }
        expect(decodeContext(encodeContext(context))).toEqual(context)
      }),
    )
  })

  it('error: refuses bytes that are no context, and additional bytes inside one', () => {
    const whole = encodeContext({ account: zeroAddress, chainId: 1, id: 2, grant })
    for (const context of [
      '0x',
      '0x00',
      `${whole}00`,
      `${whole}${'00'.repeat(32)}`,
      whole.slice(0, -2),
    ] as `0x${string}`[]) {
      expect(() => decodeContext(context), context).toThrow(expect.objectContaining({ code: 'session_unknown' }))
    }
    fc.assert(
      fc.property(fc.nat(size(whole) - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const changed = Buffer.from(whole.slice(2), 'hex')
        changed[place] = (changed[place] ?? 0) ^ change
        const context = `0x${changed.toString('hex')}` as const
        try {
          // A different context: every part of it has a meaning.
          expect(encodeContext(decodeContext(context))).toBe(context)
          expect(decodeContext(context)).not.toEqual(decodeContext(whole))
        } catch (error) {
          expect(error).toMatchObject({ code: 'session_unknown' })
        }
      }),
    )
  })

  it('behavior: the hash depends on every part of the rules', () => {
    const hashes = [
      grant,
      { ...grant, signer: `0x${'12'.repeat(20)}` as const },
      { ...grant, coSigner: smartAccountContracts.sessions },
      { ...grant, validAfter: 0 },
      { ...grant, validUntil: 3 },
      { ...grant, calls: [] },
      { ...grant, allowances: [] },
      { ...grant, allowances: [...grant.allowances, ...grant.allowances] },
    ].map(hashGrant)
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it('default: a nonce key contains the module and the permission’s ID', () => {
    expect(sessionIdOf((sessionNonceKey(7) << 64n) | 5n)).toBe(7)
    expect(sessionIdOf(7n << 64n)).toBeUndefined()
    expect(sessionNonceKey(2 ** 32 - 1)).toBeLessThan(2n ** 192n)
    for (const id of [-1, 2 ** 32, 1.5, Number.NaN]) expect(() => sessionNonceKey(id)).toThrow(RangeError)
  })

  it('default: encodes the account’s calls that grant and revoke a permission', () => {
    const { to, data = '0x' } = grantCall({ id: 7, grant })
    expect(to).toBe(smartAccountContracts.sessions)
    expect(decodeFunctionData({ abi: sessionsAbi, data })).toEqual({ functionName: 'grant', args: [7, grant] })
    expect(decodeFunctionData({ abi: sessionsAbi, data: revokeCall(7).data ?? '0x' })).toEqual({
      functionName: 'revoke',
      args: [7],
    })
  })

  it('behavior: sends the lower form of a P-256 signature', () => {
    const types = [{ type: 'uint48' }, grantType, { type: 'bytes' }, { type: 'bytes' }] as const
    let raised = 0
    fc.assert(
      fc.property(bytes(32), (hash) => {
        const made = p256.sign(hash.slice(2), '11'.repeat(32), { lowS: false })
        raised += made.hasHighS() ? 1 : 0
        const whole = encodeSessionSignature({
          grant,
          at: 9,
          signature: `0x${made.toCompactHex()}`,
          coSignature: '0x01',
        })
        const [at, rules, signature, coSignature] = decodeAbiParameters(types, whole)
        expect([at, rules, coSignature]).toEqual([9, grant, '0x01'])
        expect(signature).toBe(`0x${made.normalizeS().toCompactHex()}`)
      }),
      { numRuns: 20 },
    )
    expect(raised).toBeGreaterThan(5)
  })

  it('behavior: the stub is as long as a real signature', () => {
    const coSigner = smartAccountContracts.sessions
    for (const [signer, length] of [
      [`0x${'11'.repeat(20)}`, 65],
      [`0x${'11'.repeat(64)}`, 64],
    ] as const) {
      const rules = { ...grant, signer, coSigner }
      const real = encodeSessionSignature({
        grant: rules,
        at: 9,
        signature: `0x${'01'.repeat(length)}`,
        coSignature: `0x${'01'.repeat(65)}`,
      })
      expect(size(stubSessionSignature({ grant: rules, at: 9 }))).toBe(size(real))
    }
  })

  it.each([
    ['before the first period', 3, 60, undefined],
    ['in the first second', 4, 60, { index: 0n, startsAt: 4, endsAt: 64 }],
    ['in the last second of a period', 63, 60, { index: 0n, startsAt: 4, endsAt: 64 }],
    ['in the next period', 64, 60, { index: 1n, startsAt: 64, endsAt: 124 }],
    ['where there is one for the whole life', 10_000, 0, { index: 0n, startsAt: 4, endsAt: null }],
  ] as const)('default: the period of a time %s', (_, at, period, expected) => {
    expect(periodOf({ allowance: { token: zeroAddress, limit: 1n, start: 4, period }, at })).toEqual(expected)
  })

  it('default: the hash of permissions does not depend on the order of keys', () => {
    const data = { allowance: '0x1', start: 0, period: 60 }
    const signer = { type: 'account', data: { address: zeroAddress } } as const
    const one = permissionsHash({ signer, permissions: [{ type: 'native-token-recurring-allowance', data }] })
    const { allowance, start, period } = data
    const other = permissionsHash({
      permissions: [{ data: { period, start, allowance, to: undefined }, type: 'native-token-recurring-allowance' }],
      policies: [],
      signer,
    })
    expect(other).toBe(one)
    expect(one).toBe('0xc4152c634c391c4ede4a487d42bcbf50aecd55b86a096bd8cfa873c7539e93b0')
    const more = permissionsHash({
      signer,
      permissions: [{ type: 'native-token-recurring-allowance', data: { ...data, start: 1 } }],
    })
    expect(more).not.toBe(one)
  })

  it('default: decodes the chain’s refusals, and no other errors', () => {
    const data = encodeErrorResult({ abi: sessionErrorsAbi, errorName: 'AllowanceExceeded', args: [2n] })
    expect(readSessionRefusal(data)).toEqual({ rule: 'allowance_exceeded', allowance: 2, details: 'AllowanceExceeded' })
    for (const other of ['0x', '0x01', '0xdeadbeef'] as const) expect(readSessionRefusal(other)).toBeUndefined()
  })
})
