import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { readSignInFailure } from './readSignInFailure.ts'

const broken = new Error('Something is off')

test.each([
  ['a refusal', { cause: { code: 4001 }, step: 'sign', isSmart: false }, 'siwx_declined', 'user_rejected'],
  [
    'a refusal, smart account',
    { cause: { code: 4001 }, step: 'sign', isSmart: true },
    'siwx_declined',
    'user_rejected',
  ],
  [
    'a wallet that fails',
    { cause: broken, step: 'sign', isSmart: false },
    'sign_message_failed',
    'sign_message_failed',
  ],
  [
    'a smart account that fails',
    { cause: broken, step: 'sign', isSmart: true },
    'siwx_smart_account',
    'siwx_smart_account',
  ],
  [
    'a wallet that says what it is',
    { cause: new LatchkeyError('wallet_timeout'), step: 'sign', isSmart: true },
    'wallet_timeout',
    'wallet_timeout',
  ],
  ['a session that is not taken', { cause: broken, step: 'store', isSmart: false }, 'siwx_declined', 'siwx_declined'],
  [
    'a smart account’s session that is not taken',
    { cause: broken, step: 'store', isSmart: true },
    'siwx_smart_account',
    'siwx_smart_account',
  ],
  ['no message', { cause: broken, step: 'prepare', isSmart: true }, 'siwx_failed', 'siwx_failed'],
] as const)('default: %s (spec 8.6, 8.7 and 8.32)', (_, options, shown, thrown) => {
  const { failure, error } = readSignInFailure(options)
  expect([failure.code, error.code]).toStrictEqual([shown, thrown])
  expect(failure.message).toBe(new ServiceError(shown).message)
})
