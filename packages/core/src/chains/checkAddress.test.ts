import { expect, test } from 'vitest'
import { checkAddress } from './checkAddress.ts'

const ada = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const solana = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const old = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'

test('default: an address of each family, in its normal form', async () => {
  expect(await checkAddress(ada)).toEqual({ status: 'ok', namespace: 'eip155', address: ada, isChecked: true })
  expect(await checkAddress(ada.toLowerCase())).toMatchObject({ status: 'ok', address: ada, isChecked: false })
  expect(await checkAddress(solana)).toMatchObject({ status: 'ok', namespace: 'solana', isChecked: false })
  expect(await checkAddress(segwit.toUpperCase())).toMatchObject({ namespace: 'bip122', address: segwit })
  expect(await checkAddress(old)).toMatchObject({ namespace: 'bip122', isChecked: true })
})

test('error: one wrong character', async () => {
  for (const wrong of [ada.replace('dA', 'da'), segwit.replace('v8', 'v9'), old.replace('Bv', 'BV')])
    expect(await checkAddress(wrong), wrong).toEqual({ status: 'checksum' })
})

test('error: text that is not an address', async () => {
  for (const text of ['', 'ada.eth', ada.slice(0, -1), `${solana}${solana}`, solana.slice(0, 33)])
    expect(await checkAddress(text), text).toEqual({ status: 'none' })
})
