import { expect, test } from 'vitest'
import { sampleCurrencies, sampleLimits } from './sampleOptions.ts'

test('spec 9.12 and 9.13: the samples have the limits and the currencies of the specification', () => {
  expect(sampleLimits).toEqual({
    card: { min: '10.00', max: '7500.00' },
    ach_bank_account: { min: '10.00', max: '25000.00' },
  })
  expect(sampleCurrencies).toEqual(['USD', 'EUR'])
})
