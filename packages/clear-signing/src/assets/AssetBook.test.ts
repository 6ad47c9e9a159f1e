import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { createChain } from '../chain/Chain.ts'
import { offline, word } from '../testing/requests.ts'
import { createAssetBook } from './AssetBook.ts'

const token = '0x00000000000000000000000000000000DeaDBeef'
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])

function bookOf(answers: Record<string, string>, asked: string[] = []) {
  const chain = createChain({
    read: async ({ params }) => {
      const [{ data }] = params as [{ data: string }]
      asked.push(data)
      const answer = answers[data.slice(0, 10)]
      if (answer === undefined) throw new Error('execution reverted')
      return answer
    },
  })
  return createAssetBook({
    chain,
    network: offline.network,
    tokens: [{ address: `0x${'11'.repeat(20)}`, symbol: 'USDC', name: 'USD Coin', decimals: 6, kind: 'erc20' }],
  })
}

test('default', async () => {
  const answers = { '0x95d89b41': text('CAKE'), '0x06fdde03': text('A cake'), '0x313ce567': `0x${word(9)}` }
  const book = bookOf({ ...answers, '0x18160ddd': `0x${word(1000)}` })
  expect(await book.read(token)).toStrictEqual({
    name: { address: token, symbol: 'CAKE', name: 'A cake', decimals: 9, kind: 'erc20' },
    imitates: null,
    isToken: true,
  })
  expect(await book.totalSupply(token)).toBe(1000n)
})

test('behavior: a token is read once', async () => {
  const asked: string[] = []
  const book = bookOf({ '0x95d89b41': text('CAKE') }, asked)
  await Promise.all([book.read(token), book.read(token.toLowerCase() as `0x${string}`)])
  expect(new Set(asked).size).toBe(asked.length)
})

test('behavior: names in bytes32, as in old tokens', async () => {
  const bytes32 = `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`
  expect((await bookOf({ '0x95d89b41': bytes32 }).read(token)).name.symbol).toBe('MKR')
})

test('behavior: threat 23: a hostile token’s name is cleaned, and does not pass for another', async () => {
  const hostile = { '0x95d89b41': text('\u202eUSD\u0421\n\n'), '0x06fdde03': text(`Ether ${'!'.repeat(10_000)}`) }
  const book = bookOf(hostile)
  const { name, imitates } = await book.read(token)
  expect(name.symbol).toBe('USD\u0421')
  expect(name.name.length).toBeLessThanOrEqual(40)
  expect(imitates).toBe('USDC')
  expect(await book.imitations()).toHaveLength(1)
  expect((await bookOf({ '0x95d89b41': text('ETH') }).read(token)).imitates).toBe('ETH')
})

test('behavior: invalid answers count as no answer', async () => {
  for (const nonsense of ['0x', '0x12', `0x${'ff'.repeat(64)}`, `0x${'ff'.repeat(32)}`, text('\u200b')]) {
    const said = { '0x95d89b41': nonsense, '0x06fdde03': nonsense, '0x313ce567': nonsense, '0x18160ddd': nonsense }
    const { name, imitates } = await bookOf(said).read(token)
    expect(name).toStrictEqual({
      address: token,
      symbol: '0x0000…Beef',
      name: '0x0000…Beef',
      decimals: null,
      kind: 'erc20',
    })
    expect(imitates).toBeNull()
  }
})

test('behavior: the operator’s values of a token count, and only the rest is read from the contract', async () => {
  const answers = { '0x95d89b41': text('USDC'), '0x06fdde03': text('Fake'), '0x313ce567': `0x${word(9)}` }
  const chain = createChain({
    read: async ({ method, params }) =>
      method === 'eth_getCode' ? '0x60' : answers[(params as [{ data: string }])[0].data.slice(0, 10) as '0x95d89b41'],
  })
  const read = (vouched: object) =>
    createAssetBook({ chain, network: offline.network, tokens: [{ address: token, ...vouched }] }).read(token)
  expect(await read({ symbol: 'LNTN', name: null, decimals: null })).toStrictEqual({
    name: { address: token, symbol: 'LNTN', name: 'Fake', decimals: 9, kind: 'erc20' },
    imitates: null,
    isToken: true,
  })
  // A token vouched for only by its address may have any name.
  expect(await read({ symbol: null })).toMatchObject({ name: { symbol: 'USDC', decimals: 9 }, imitates: null })
})
