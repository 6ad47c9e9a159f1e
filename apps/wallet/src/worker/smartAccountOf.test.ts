import { smartAccountAddress } from '@latchkey/smart-account'
import { getAddress } from 'viem/utils'
import { expect, test } from 'vitest'
import { smartAccountOf } from './smartAccountOf.ts'

test('default', () => {
  for (let index = 1; index < 50; index += 1) {
    const owner = getAddress(`0x${(BigInt(index) ** 37n).toString(16).padStart(40, '0').slice(-40)}`)
    expect(smartAccountOf(owner)).toBe(smartAccountAddress({ address: owner }))
  }
})

test('error: no address', () => {
  for (const owner of ['', '0x', '0x12', 'visitor.example'])
    expect(() => smartAccountOf(owner)).toThrow(expect.objectContaining({ code: 'malformed_request' }))
})
