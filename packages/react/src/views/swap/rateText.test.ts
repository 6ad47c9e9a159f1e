import { expect, test } from 'vitest'
import { filled } from '../../../gallery/swapFixtures.ts'
import { createFormat } from '../../format/createFormat.ts'
import { rateText } from './rateText.ts'

const format = createFormat('en')
const text = (rate: number | undefined, isTurned = false) => rateText({ form: filled, rate, isTurned, format })

test('default: shows one paid token in received tokens, and the inverse', () => {
  expect(text(11.8601696)).toBe('1 USDX = 11.8602 BRASS')
  expect(text(11.8601696, true)).toBe('1 BRASS = 0.084315 USDX')
})

test('behavior: very large and very small rates have no exponent', () => {
  expect(text(2451.309)).toBe('1 USDX = 2,451.31 BRASS')
  expect(text(0.00000000012345678)).toBe('1 USDX = 0.00000000012 BRASS')
})

test('error: without a rate or a token there is no text', () => {
  expect(text(undefined)).toBeUndefined()
  expect(text(0)).toBeUndefined()
  expect(rateText({ form: { ...filled, to: undefined }, rate: 1, isTurned: false, format })).toBeUndefined()
})
