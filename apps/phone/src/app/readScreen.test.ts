import { expect, test } from 'vitest'
import { readHeard } from '../wallet/useLastHeard.ts'
import { readScreen } from './screens.ts'

test('default: reads a place in the history', () => {
  expect(readScreen({ name: 'connect' })).toEqual({ name: 'connect' })
  expect(readScreen({ name: 'session', topic: 'ab', more: 1 })).toEqual({ name: 'session', topic: 'ab' })
})

test.each([null, undefined, 1, 'connect', {}, { name: 'session' }, { name: 'settings' }])(
  'behavior: %j is the home screen',
  (entry) => expect(readScreen(entry)).toEqual({ name: 'home' }),
)

test('behavior: reads the notes about a site, and nothing else', () => {
  expect(readHeard('{"ab":1795000000000,"cd":"now"}')).toEqual({ ab: 1795000000000 })
  for (const text of [null, '', '{', 'null', '5', '"ab"']) expect(readHeard(text)).toEqual({})
})
