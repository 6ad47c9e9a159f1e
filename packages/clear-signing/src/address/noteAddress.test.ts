import { expect, test } from 'vitest'
import { noteAddress } from './noteAddress.ts'

const account = `0x${'11'.repeat(20)}` as const
const known = '0x140bbf461e33044e4193730d1511ea2894edb528'

test('default', () => {
  const knownAddresses = [{ address: known, kind: 'history' }] as const
  const note = (address: string) => noteAddress({ address, account, knownAddresses })
  expect(note(account.toUpperCase().replace('X', 'x'))).toStrictEqual({ kind: 'own' })
  expect(note(known)).toStrictEqual({ kind: 'known' })
  expect(note(`0x${'22'.repeat(20)}`)).toStrictEqual({ kind: 'firstTime' })
  expect(note(`0x140b${'00'.repeat(16)}b528`)).toStrictEqual({ kind: 'lookAlike', resembles: known })
  expect(note(`0x1111${'00'.repeat(16)}1111`)).toStrictEqual({ kind: 'lookAlike', resembles: account })
})

test('behavior: other accounts of the visitor are own addresses', () => {
  const knownAddresses = [{ address: known, kind: 'own' }] as const
  expect(noteAddress({ address: known, account, knownAddresses })).toStrictEqual({ kind: 'own' })
})

test('behavior: without a history no address is called new', () => {
  const address = `0x${'22'.repeat(20)}`
  expect(noteAddress({ address, account, knownAddresses: undefined })).toStrictEqual({ kind: 'unchecked' })
})
