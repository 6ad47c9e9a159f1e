import { expect, test } from 'vitest'
import typedData from '../../vectors/typedData.json' with { type: 'json' }
import type { VouchedToken } from '../DescribeParameters.ts'
import { calmNode } from '../testing/calmNode.ts'
import { account, codesOf, describeOffline } from '../testing/requests.ts'

const apes = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const dollars = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const euros = '0x1abaea1f7c830bd89acc67ec4af516284b1bc33c'
const nobodys = `0x${'99'.repeat(20)}`
const ether = `0x${'00'.repeat(20)}`
const tokens: VouchedToken[] = [
  { address: dollars, symbol: 'USDC', name: 'USD Coin', decimals: 6, kind: 'erc20', usd: '1' },
  { address: euros, symbol: 'EURC', name: 'Euro Coin', decimals: 6, kind: 'erc20', usd: '1.1' },
]
const order = typedData.find(({ name }) => name === 'Seaport order for one wei')

type Item = { itemType: number; token: string; amount: bigint; end?: bigint; recipient?: string }
const itemOf = ({ itemType, token, amount, end = amount, recipient }: Item) => ({
  ...{ itemType, token, identifierOrCriteria: '7', startAmount: String(amount), endAmount: String(end) },
  ...(recipient ? { recipient } : {}),
})

/** Returns whether an order that exchanges assets is reported as a loss. */
async function isLoss({ offer, consideration }: { offer: Item[]; consideration: Item[] }): Promise<boolean> {
  const [, data] = (order?.params ?? []) as [string, { message: object }]
  const message = {
    ...data.message,
    offer: offer.map(itemOf),
    consideration: consideration.map((item) => itemOf({ recipient: account, ...item })),
  }
  const described = await describeOffline({
    ...{ method: 'eth_signTypedData_v4', params: [account, { ...data, message }], read: calmNode, tokens },
  })
  expect(codesOf(described)).not.toContain('malformed')
  return codesOf(described).includes('lossWithoutReturn')
}

const ape: Item = { itemType: 2, token: apes, amount: 1n }
const coins = (amount: bigint, end = amount): Item => ({ itemType: 0, token: ether, amount, end })
const erc20 = (token: string, amount: bigint): Item => ({ itemType: 1, token, amount })

test.each<[string, Item[], Item[]]>([
  ['an ape for one wei', [ape], [coins(1n)]],
  ['an ape for nothing', [ape], []],
  ['an ape for coins that somebody else gets', [ape], [{ ...coins(10n ** 18n), recipient: nobodys }]],
  ['an ape for a token that nobody vouches for', [ape], [erc20(nobodys, 10n ** 30n)]],
  ['an ape for an ape of a collection that nobody vouches for', [ape], [{ ...ape, token: nobodys }]],
  ['an ape in an auction that ends at one wei', [ape], [coins(10n ** 19n, 1n)]],
  ['an ape for one unit of a listed token', [ape], [erc20(dollars, 1n)]],
  ['dollars for a hundredth of them', [erc20(dollars, 10n ** 9n)], [erc20(dollars, 10n ** 7n)]],
  ['dollars for much less in euros', [erc20(dollars, 10n ** 9n)], [erc20(euros, 10n ** 8n)]],
])('finding F11: threat 186: a Seaport order warns of %s', async (_, offer, consideration) => {
  expect(await isLoss({ offer, consideration })).toBe(true)
})

test('default: an order with a price is no loss', async () => {
  expect(await isLoss({ offer: [ape], consideration: [coins(10n ** 18n)] })).toBe(false)
  expect(await isLoss({ offer: [ape], consideration: [erc20(dollars, 10n ** 9n)] })).toBe(false)
  expect(await isLoss({ offer: [erc20(dollars, 10n ** 9n)], consideration: [erc20(euros, 9n * 10n ** 8n)] })).toBe(
    false,
  )
})
