import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPaymentLink, readPaymentLink } from './readPaymentLink.ts'

const evm = '0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const token = '0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7'
const solana = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const bitcoin = '175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W'
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

// The examples of the standards, and the links that wallets create.
test.each([
  [`ethereum:${evm}`, { namespace: 'eip155', receiver: evm }],
  [`ethereum:pay-${evm}@10`, { namespace: 'eip155', receiver: evm, chainReference: '10' }],
  [
    `ethereum:${evm}@1?value=2.014e18&gas=21000&gasPrice=50`,
    { receiver: evm, chainReference: '1', amount: { text: '2014000000000000000', isBase: true } },
  ],
  [`ethereum:${evm}?value=15`, { receiver: evm, amount: { text: '15', isBase: true } }],
  ['ethereum:cleo.eth?value=1e18', { receiver: 'cleo.eth', amount: { text: '1000000000000000000', isBase: true } }],
  [
    `ETHEREUM:${token}@31337/transfer?address=${evm}&uint256=1.5e6`,
    { receiver: evm, token, chainReference: '31337', amount: { text: '1500000', isBase: true } },
  ],
  [`ethereum:${token}/transfer?address=${evm}`, { receiver: evm, token }],
  [`solana:${solana}`, { namespace: 'solana', receiver: solana }],
  [
    `solana:${solana}?amount=1&label=Michael&message=Thanks%20for%20all%20the%20fish`,
    { receiver: solana, amount: { text: '1', isBase: false } },
  ],
  [
    `solana:${solana}?amount=0.01&spl-token=${mint}`,
    { receiver: solana, token: mint, amount: { text: '0.01', isBase: false } },
  ],
  [`bitcoin:${bitcoin}`, { namespace: 'bip122', receiver: bitcoin }],
  [`bitcoin:${bitcoin}?amount=20.3&label=Luke-Jr`, { receiver: bitcoin, amount: { text: '20.3', isBase: false } }],
  [
    `BITCOIN:${segwit.toUpperCase()}?AMOUNT=0.5&lightning=LNBC1`,
    { receiver: segwit.toUpperCase(), amount: { text: '0.5', isBase: false } },
  ],
  [`bitcoin:${bitcoin}?somethingyoudontunderstand=50&pj=https://pay.example`, { receiver: bitcoin }],
] as const)('behavior: %s is read', (text, link) => {
  expect(readPaymentLink(text)).toMatchObject({ ok: true, link })
})

test.each([
  ['solana:https://merchant.example/pay', { problem: 'request' }],
  ['solana:https%3A%2F%2Fmerchant.example%2Fpay%3Forder%3D1', { problem: 'request' }],
  [`solana:${solana}?amount=1&reference=${mint}`, { problem: 'unsupported', what: 'reference' }],
  [`solana:${solana}?memo=OrderId12345`, { problem: 'unsupported', what: 'memo' }],
  [
    `bitcoin:${bitcoin}?req-somethingyoudontunderstand=50`,
    { problem: 'unsupported', what: 'req-somethingyoudontunderstand' },
  ],
  ['bitcoin:?lightning=lnbc1', { problem: 'unsupported', what: 'lightning' }],
  [`ethereum:${token}/approve?address=${evm}&uint256=1`, { problem: 'unsupported', what: 'approve' }],
  [`ethereum:${token}/transfer?address=${evm}&uint256=1&value=5`, { problem: 'unsupported', what: 'value' }],
  [`ethereum:${evm}?data=0x1234`, { problem: 'unsupported', what: 'data' }],
] as const)('threat 197: %s is refused with a reason', (text, reason) => {
  expect(readPaymentLink(text)).toEqual({ ok: false, ...reason })
})

test.each([
  ...[
    'ethereum:',
    'ethereum:0x12',
    `ethereum:${evm}?value=0.5`,
    `ethereum:${evm}?value=-1`,
    `ethereum:${evm}?value=1e99`,
  ],
  ...[
    `ethereum:${evm}?value=1&value=2`,
    `ethereum:${evm}@x`,
    `ethereum:${token}/transfer?uint256=1`,
    `ethereum:${evm}?value=`,
  ],
  ...[
    'solana:',
    `solana:${evm}`,
    `solana:${solana}?amount=1e3`,
    `solana:${solana}?amount=.5`,
    `solana:${solana}?spl-token=x`,
  ],
  ...[
    'bitcoin:',
    `bitcoin:${bitcoin}?amount=1,5`,
    `bitcoin:${bitcoin}?amount=-1`,
    `bitcoin:${bitcoin}?amount=1&AMOUNT=2`,
  ],
  ...[`bitcoin:${bitcoin}?label=%E0%A4%A`, `bitcoin:${bitcoin}?label=${'x'.repeat(3000)}`],
])('threat 197: %s is broken', (text) => {
  expect(readPaymentLink(text)).toEqual({ ok: false, problem: 'broken' })
})

test('behavior: returns undefined for a text that is not a link', () => {
  for (const text of ['', evm, 'cleo.eth', 'wc:123@2', 'https://x.example', 'mailto:a@b.c']) {
    expect(isPaymentLink(text)).toBe(false)
    expect(readPaymentLink(text)).toBeUndefined()
  }
})

test('threat 197: any text after a scheme is read without a throw', () => {
  const scheme = fc.constantFrom('ethereum:', 'solana:', 'bitcoin:')
  const rest = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webQueryParameters().map((query) => `${evm}?${query}`),
  )
  fc.assert(
    fc.property(scheme, rest, (start, end) => {
      expect(readPaymentLink(start + end)).toBeDefined()
    }),
  )
})

test('behavior: an amount in base units is exact in every notation', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), fc.integer({ min: 0, max: 30 }), (units, power) => {
      const text = String(units).padStart(power + 1, '0')
      const cut = text.length - power
      const written = `${text.slice(0, cut)}${power > 0 ? `.${text.slice(cut)}` : ''}e${power}`
      expect(readPaymentLink(`ethereum:${evm}?value=${written}`)).toMatchObject({
        link: { amount: { text: String(units) } },
      })
    }),
  )
})
