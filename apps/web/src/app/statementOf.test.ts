import { createSiwxMessage } from '@latchkey/core/siwx'
import { expect, test } from 'vitest'
import { statementOf } from './statementOf.ts'

const fields = {
  ...{ accountAddress: `0x${'ab'.repeat(20)}`, nonce: 'abcdefgh12' },
  ...{ domain: 'latch.example', uri: 'https://latch.example' },
} as const

test.each([
  ['Latch', 'Sign in to Latch. This moves nothing and costs nothing.'],
  ['Brass & Co. (beta)', 'Sign in to Brass & Co. (beta). This moves nothing and costs nothing.'],
  ['100% Brass', 'Sign in to this site. This moves nothing and costs nothing.'],
  ['The "Brass" token', 'Sign in to this site. This moves nothing and costs nothing.'],
  ['Messing ツ', 'Sign in to this site. This moves nothing and costs nothing.'],
  ['Brass\nURI: https://other.example', 'Sign in to this site. This moves nothing and costs nothing.'],
])('behavior: the sentence is valid in a message for any name of the site: %j', (name, statement) => {
  expect(statementOf(name)).toBe(statement)
  expect(createSiwxMessage({ ...fields, chainId: 'eip155:1', statement }).statement).toBe(statement)
})
