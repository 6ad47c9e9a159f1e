import { expect, test } from 'vitest'
import { compareLabels } from './compareLabels.ts'

const sort = (language: string, labels: readonly string[]) =>
  labels
    .map((label, index) => ({ label, address: `0x${index}` }))
    .sort(compareLabels(language))
    .map(({ label }) => label)

test('default: letter case and accents matter last, and numbers compare as numbers', () => {
  expect(sort('en', ['zoe', 'Bank 10', 'Ämter', 'bank 9', 'Zebra', 'apple'])).toEqual([
    'Ämter',
    'apple',
    'bank 9',
    'Bank 10',
    'Zebra',
    'zoe',
  ])
})

test('behavior: languages have different alphabets, and an unknown language counts as English', () => {
  expect(sort('sv', ['Ö', 'Z', 'A'])).toEqual(['A', 'Z', 'Ö'])
  expect(sort('de', ['Ö', 'Z', 'A'])).toEqual(['A', 'Ö', 'Z'])
  expect(sort('en-en-en', ['Ö', 'Z', 'A'])).toEqual(['A', 'Ö', 'Z'])
})

test('behavior: equal labels are ordered by address', () => {
  const [one, other] = [
    { label: 'Ada', address: '0xb' },
    { label: 'Ada', address: '0xa' },
  ]
  expect([one, other].sort(compareLabels('en'))).toEqual([other, one])
  expect([other, one].sort(compareLabels('en'))).toEqual([other, one])
})
