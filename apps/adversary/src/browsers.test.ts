import { describe, expect, test } from 'vitest'
import { attack, gainsOf } from './runs/attack.ts'

describe.each([['a script in the site'], ['a script in the site, with a stolen login']])(
  'behavior: threat 193: %s',
  (name) => {
    test('gains no login, no key, no unapproved signature, and breaks no wallet', async () => {
      expect(gainsOf(await attack([name]))).toStrictEqual([])
    })
  },
)

describe.each([['a person at an open browser'], ['a person at a locked browser']])(
  'behavior: threat 195: %s',
  (name) => {
    test('gains no key, no recovery phrase and no way back that is not told', async () => {
      expect(gainsOf(await attack([name]))).toStrictEqual([])
    })
  },
)

test('behavior: threat 196: a malicious node has nothing signed that the owner did not ask for', async () => {
  expect(gainsOf(await attack(['a malicious node']))).toStrictEqual([])
})
