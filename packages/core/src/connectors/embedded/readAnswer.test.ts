import { type FrameRequestType, frameRequests } from '@latchkey/protocol/wallet'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testUser } from '../../testing/createTestFrame.ts'
import { isPending, readAnswer } from './readAnswer.ts'

/** Valid answers, for each request whose answer the kit reads. */
const good: [FrameRequestType, unknown][] = [
  ['connectEmail', { action: 'VERIFY_DEVICE' }],
  ['connectEmail', { action: 'VERIFY_OTP' }],
  ['connectEmail', { action: 'CONNECT' }],
  ['connectDevice', {}],
  ['connectDevice', { connected: true }],
  ['connectDevice', { status: 'pending' }],
  ['connectOtp', testUser],
  ['connectOtp', { ...testUser, email: null }],
  ['connectOtp', { ...testUser, email: undefined, chainId: 1 }],
  ['connectOtp', { status: 'recover', methods: ['passkey', 'oldDevice'] }],
  ['getUser', testUser],
  ['isConnected', { isConnected: false }],
  ['isConnected', { isConnected: true, isProtected: true }],
  ['switchNetwork', { chainId: 'eip155:1' }],
  ['signOut', {}],
  ['openSecurity', {}],
  ['ensureProtected', { isProtected: false }],
  ['updateEmail', { action: 'VERIFY_PRIMARY_OTP' }],
  ['updateEmail', { action: 'VERIFY_SECONDARY_OTP' }],
  ['updateEmailPrimaryOtp', { action: 'VERIFY_SECONDARY_OTP' }],
  ['updateEmailSecondaryOtp', { newEmail: 'ada@site.test' }],
  ['rpc', '0x1'],
  ['rpc', null],
]

/** Invalid answers. */
const bad: [FrameRequestType, unknown][] = [
  ...(['connectEmail', 'connectOtp', 'getUser', 'isConnected', 'updateEmail', 'ensureProtected'] as const).flatMap(
    (type) =>
      [null, undefined, 1, 'x', [], {}, { action: null }, { status: 'done' }, Object.create(null)].map(
        (answer): [FrameRequestType, unknown] => [type, answer],
      ),
  ),
  ['connectEmail', { action: 'VERIFY_OTP ' }],
  ['connectEmail', { action: ['CONNECT'] }],
  ['connectDevice', null],
  ['connectDevice', { connected: 'yes' }],
  ['connectOtp', { ...testUser, address: undefined }],
  ['getUser', { ...testUser, email: 7 }],
  ['getUser', { ...testUser, accounts: undefined }],
  ['getUser', { ...testUser, chainId: undefined }],
  ['isConnected', { isConnected: 'true ' }],
  ['ensureProtected', { isProtected: 1 }],
  ['updateEmail', { action: 'CONNECT' }],
  ['updateEmailPrimaryOtp', { action: 'VERIFY_PRIMARY_OTP' }],
  ['updateEmailSecondaryOtp', { newEmail: { toString: () => 'ada@site.test' } }],
  ['updateEmailSecondaryOtp', {}],
]

test.each(good)('behavior: %s may be answered with %j', (type, answer) => {
  // The schema of the contract decides.
  expect(z.safeParse(frameRequests[type].result, answer).success).toBe(true)
  expect(readAnswer(type, answer)).toBe(answer)
})

test.each(bad)('error: %s may not be answered with %j', (type, answer) => {
  expect(z.safeParse(frameRequests[type].result, answer).success).toBe(false)
  expect(() => readAnswer(type, answer)).toThrow(expect.objectContaining({ code: 'frame_error' }))
})

test('behavior: only the two steps that wait for the visitor are repeated', () => {
  expect([{ status: 'pending' }, { status: 'recover', methods: [] }].map(isPending)).toStrictEqual([true, true])
  expect([null, undefined, 'pending', {}, { status: 'done' }, { status: 1 }].map(isPending)).not.toContain(true)
})

test('error: an invalid address, which the contract’s schema does not detect', () => {
  for (const address of [testUser.address.slice(1), 'ada', '0x', `${testUser.address}00`])
    expect(() => readAnswer('getUser', { ...testUser, address })).toThrow(
      expect.objectContaining({ code: 'frame_error' }),
    )
})
