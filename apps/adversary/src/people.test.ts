import { expect, test } from 'vitest'
import { attack, gainsOf } from './runs/attack.ts'

test.each([['a person at an open browser'], ['a person at a locked browser']])(
  'behavior: threat 195: %s gains no key, no recovery phrase and no way back that is not told',
  async (name) => {
    expect(gainsOf(await attack([name]))).toStrictEqual([])
  },
)

test('behavior: threat 196: a malicious node has nothing signed that the owner did not ask for', async () => {
  expect(gainsOf(await attack(['a malicious node']))).toStrictEqual([])
})
