import { expect, test } from 'vitest'
import { linksOf } from './linksOf.ts'

const labels = { terms: 'Terms', privacy: 'Privacy' }
const docs = { label: 'Docs', url: 'https://docs.example' }
const terms = 'https://latch.example/terms'
const privacy = 'https://latch.example/privacy'

test('default: terms and privacy precede the links of the operator', () => {
  expect(linksOf({ site: { termsUrl: terms, privacyUrl: privacy, links: [docs] }, labels })).toEqual([
    { label: 'Terms', url: terms },
    { label: 'Privacy', url: privacy },
    docs,
  ])
  expect(linksOf({ site: {}, labels })).toEqual([])
})

test('behavior: a page that the operator also lists under another name appears once', () => {
  const own = { label: 'House rules', url: terms }
  expect(linksOf({ site: { termsUrl: terms, links: [docs, own] }, labels })).toEqual([docs, own])
})
