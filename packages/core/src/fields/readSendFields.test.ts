import type { Balance } from '@latchkey/protocol/api'
import { describe, expect, test } from 'vitest'
import type { BalancesState } from '../balances/BalancesFeature.ts'
import { initialSend } from '../send/initialSend.ts'
import type { SendPreview, SendState } from '../send/SendFeature.ts'
import { hasInsufficientGas, readSendFields } from './readSendFields.ts'

const coin: Balance = {
  ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', value: 5, price: 2.5, iconUrl: null },
  quantity: { decimals: '18', numeric: '2' },
}
const fieldsOf = (send: SendState, data: BalancesState['data']) =>
  readSendFields({
    send: { getState: () => send },
    balances: { getState: () => ({ data, otherAssets: [] }) as unknown as BalancesState },
  })

test('default: the fields of the specification (spec 3.10, 3.11, 3.12 and 3.13)', () => {
  const preview = { transaction: { namespace: 'eip155', gasPrice: 7n }, networkCostValue: 0.25 } as SendPreview
  const form = { token: coin, sendTokenAmount: '1', receiverAddress: 'ada.eth', speed: 'standard' } as const
  const receiver = { status: 'resolved', name: 'ada.eth', address: '0x1', image: 'data:image/png;base64,AA' } as const
  expect(fieldsOf({ status: 'preview', form, receiver, issues: [], preview }, [coin])).toStrictEqual({
    ...{ token: coin, sendTokenAmount: '1', receiverAddress: 'ada.eth' },
    ...{ receiverProfileName: 'ada.eth', receiverProfileImageUrl: 'data:image/png;base64,AA' },
    ...{ gasPrice: 7n, gasPriceInUSD: 0.25, networkBalanceInUSD: 5 },
  })
})

test('behavior: unknown fields are undefined, and a value without a price is null', () => {
  expect(fieldsOf(initialSend, undefined)).toMatchObject({
    ...{ token: undefined, gasPrice: undefined, gasPriceInUSD: undefined, networkBalanceInUSD: undefined },
  })
  expect(fieldsOf(initialSend, [{ ...coin, value: null, price: null }]).networkBalanceInUSD).toBeNull()
})

describe('hasInsufficientGas', () => {
  test.each([
    ['a balance of zero', 0, 1, 'eoa', true],
    ['a balance of zero and no price of gas', 0, null, 'eoa', true],
    ['less than the gas costs', 0.99, 1, 'eoa', true],
    ['exactly what the gas costs', 1, 1, 'eoa', false],
    ['more', 2, 1, 'eoa', false],
    ['an unknown value', null, 1, 'eoa', false],
    ['an unknown price of gas', 2, undefined, 'eoa', false],
    ['a smart account without anything', 0, 1, 'smartAccount', false],
  ] as const)('%s (spec 5.6 and 5.7)', (_, networkBalanceInUSD, gasPriceInUSD, accountType, insufficient) => {
    expect(hasInsufficientGas({ networkBalanceInUSD, gasPriceInUSD, accountType })).toBe(insufficient)
  })
})
