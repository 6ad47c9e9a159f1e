import { hexToBytes } from '@noble/hashes/utils'
import { describe, expect, test } from 'vitest'
import { paymentKey } from './bitcoinKeys.ts'
import { toOutputAddress, toOutputScript } from './bitcoinScript.ts'
import { buildTransfer } from './buildTransfer.ts'
import { createVirtualBitcoinWallet } from './createVirtualBitcoinWallet.ts'
import { describePsbt } from './describePsbt.ts'
import { finalizePsbt } from './finalizePsbt.ts'
import { decodePsbt, signPsbt } from './psbt.ts'

const chain = 'bitcoin:regtest'
const key = paymentKey({ privateKey: hexToBytes('33'.repeat(32)), chain })
const other = paymentKey({ privateKey: hexToBytes('44'.repeat(32)), chain })
const coin = (value: number, byte: string) => ({
  txid: byte.repeat(32),
  vout: 0,
  value,
  status: { confirmed: true },
})

describe('buildTransfer', () => {
  test('default', () => {
    const receivers = [{ address: other.address, amount: 60_000n }]
    const coins = [coin(5_000, '01'), coin(50_000, '02'), coin(40_000, '03')]
    const { psbt, inputs, fee } = buildTransfer({ key, coins, receivers, feeRate: 3, chain })
    const { transaction } = decodePsbt(psbt)
    expect(inputs).toBe(2)
    expect(transaction.outputs).toStrictEqual([
      { amount: 60_000n, script: other.script },
      { amount: 30_000n - fee, script: key.script },
    ])
    const signers = [0, 1].map((index) => ({ index, key }))
    const signed = finalizePsbt(signPsbt({ psbt, signers }))
    // The part without witnesses counts four times, the rest once, in quarters (BIP-141).
    const witnesses = [0, 1].reduce((sum) => sum + 1 + 1 + 72 + 1 + 33, 2)
    const size = Math.ceil((4 * (signed.transaction.length - witnesses) + witnesses) / 4)
    expect(Number(fee) / size).toBeGreaterThanOrEqual(2.95)
    expect(Number(fee) / size).toBeLessThan(3.1)
    expect(signed.txid).toBe(signPsbt({ psbt, signers }).txid)
    expect(describePsbt({ psbt, chain, own: [key.address] })).toMatchObject([
      { label: 'Sends', value: '0.0006 BTC' },
      { label: 'Receiver', value: other.address },
      { label: 'Comes back' },
      { label: 'Network cost' },
    ])
  })

  test('error: not enough coins', () => {
    const receivers = [{ address: other.address, amount: 60_000n }]
    expect(() => buildTransfer({ key, coins: [coin(60_000, '01')], receivers, feeRate: 1, chain })).toThrow(
      'Insufficient',
    )
  })
})

test.each([
  ['bitcoin:mainnet', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '76a91477bff20c60e522dfaa3350c39b030a5d004e839a88ac'],
  ['bitcoin:mainnet', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'a914b472a266d0bd89c13706a4132ccfb16f7c3b9fcb87'],
  ['bitcoin:mainnet', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'bitcoin:mainnet',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  ['bitcoin:regtest', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
])('behavior: %s %s pays to its published script', (network, address, script) => {
  expect(toOutputScript({ address, chain: network })).toStrictEqual(hexToBytes(script))
  expect(toOutputAddress({ script: hexToBytes(script), chain: network })).toBe(address)
  expect(() => toOutputScript({ address, chain: 'bitcoin:testnet' })).toThrow()
})

test('behavior: a transfer reads coins, asks the owner, and sends exactly the approved transaction', async () => {
  const sent: string[] = []
  const answers: Record<string, unknown> = {
    [`/address/${key.address}/utxo`]: [coin(50_000, '02')],
    '/fee-estimates': { 3: 2 },
  }
  const wallet = createVirtualBitcoinWallet({
    accounts: [{ privateKey: `0x${'33'.repeat(32)}` }],
    chains: [chain],
    policy: 'ask',
    esploraUrls: { [chain]: 'http://node' },
    fetch: async (url, init) => {
      const path = String(url).slice('http://node'.length)
      if (path !== '/tx') return new Response(JSON.stringify(answers[path]))
      sent.push(String(init?.body))
      return new Response('id')
    },
  })
  const connecting = wallet.sats.request('wallet_connect', { network: 'Regtest' })
  await wallet.approve()
  await connecting
  const paying = wallet.sats.request('sendTransfer', { recipients: [{ address: other.address, amount: 20_000 }] })
  await wallet.approve()
  expect(await paying).toMatchObject({ status: 'success', result: { txid: expect.stringMatching(/^[0-9a-f]{64}$/) } })
  expect(sent).toStrictEqual([expect.stringMatching(/^02000000000101(02){32}/)])
  expect(
    await wallet.sats.request('sendTransfer', { recipients: [{ address: other.address, amount: 90_000 }] }),
  ).toMatchObject({ status: 'error', error: { code: -32603 } })
})
