import { expect, test } from 'vitest'
import { createTranslate } from './createTranslate.ts'
import { everyEn } from './everyEn.ts'
import { fillText } from './fillText.ts'

const t = createTranslate(everyEn, fillText)
const long = 'The Wallet Whose Name Does Not Come To An End'
const short = 'The Wallet Whos... Come To An End'

test('default: a name of usual length stays unchanged', () => {
  expect(t('connecting.waiting.title', { wallet: 'Harbor' })).toBe('Continue in Harbor')
})

test('behavior: spec 9.29: a long name of a wallet is shortened to 33 characters in every sentence', () => {
  expect(t('connecting.waiting.title', { wallet: long })).toBe(`Continue in ${short}`)
  expect(t('connecting.slow', { wallet: long })).toContain(`Still waiting for ${short}. `)
})

test('behavior: an address, an email address and a registered name stay whole', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(t('account.whole', { address })).toContain(address)
  const email = 'a.person.with.a.remarkably.long.address@mail.example'
  expect(t('email.sending.text', { email })).toContain(email)
  const name = `${'a-long-label-'.repeat(4)}end.brass.eth`
  expect(t('names.limit', { name })).toContain(name)
})

test('behavior: a value stays in one piece beside text of the other writing direction', () => {
  expect(fillText('محفظة', 'Continue in {wallet}', 'wallet')).toBe('\u2068محفظة\u2069')
})
