import { expect, test } from 'vitest'
import { readPopupEnding, readPopupTarget } from './readPopupFragment.ts'

const attemptId = '5c0f7d3e-8e0b-4f0f-9d5f-0d2f6a3b1c77'
const handshake = 'aZ_-'.repeat(10).concat('abc')

test('default', () => {
  expect(readPopupTarget(attemptId)).toStrictEqual({ attemptId, handshake: null })
  expect(readPopupTarget(`${attemptId}.${handshake}`)).toStrictEqual({ attemptId, handshake })
  expect(readPopupEnding('google')).toStrictEqual({ provider: 'google', code: null })
  expect(readPopupEnding('apple.social_denied')).toStrictEqual({ provider: 'apple', code: 'social_denied' })
})

test.each(['', 'x', `${attemptId}.`, `${attemptId}.x`, `${attemptId}.${handshake}.x`, `${attemptId}x`])(
  'error: no attempt: %s',
  (fragment) => {
    expect(readPopupTarget(fragment)).toBeNull()
  },
)

test.each(['', 'gitlab', 'google.', 'google.<script>', 'google.constructor', 'google.social_denied.x'])(
  'error: no ending: %s',
  (fragment) => {
    expect(readPopupEnding(fragment)).toBeNull()
  },
)
