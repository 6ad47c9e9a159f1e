import { expect, test } from 'vitest'
import { attack, gainsOf } from './runs/attack.ts'

test.each([['a person at an open browser'], ['a person at a locked browser']])(
  'behavior: threat 195: %s gains no key, no recovery phrase and no unreported recovery factor',
  async (name) => {
    expect(gainsOf(await attack([name]))).toStrictEqual([])
  },
)

test('behavior: threat 196: a malicious node gets no signature that the owner did not request', async () => {
  expect(gainsOf(await attack(['a malicious node']))).toStrictEqual([])
})
