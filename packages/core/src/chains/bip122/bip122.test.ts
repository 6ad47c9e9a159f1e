import { addressOfKey, type Coin, fromHex, type KeyAddressType, planPayment } from '@latchkey/bitcoin'
import { bitcoinNetworks } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { type GatewayClient, RpcError } from '../../http/createGatewayClient.ts'
import { createBitcoinChain } from './createBitcoinChain.ts'
import { type PaymentAccount, readPaymentAccount } from './PaymentAccount.ts'
import { readPlan, writePlan } from './paymentPlan.ts'
import { isPlain, readCoins } from './readCoins.ts'
import { formatFeeRate, readFeeRates } from './readFeeRates.ts'

const chainId = bitcoinNetworks.regtest
// The public key of private key 1.
const publicKey = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
const accountOf = (type: KeyAddressType, told: string | undefined = publicKey) =>
  readPaymentAccount({
    address: addressOfKey({ publicKey: fromHex(publicKey), type, chainId }),
    publicKey: told,
    chainId,
  }) as PaymentAccount
const gatewayOf = (answers: Record<string, (params: readonly unknown[]) => unknown>): GatewayClient => ({
  request: async (method, params = []) => answers[method]?.(params),
})

describe('readPaymentAccount', () => {
  test.each(['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const)('%s, with its key and no other', (type) => {
    expect(accountOf(type)).toMatchObject({ type, publicKey: fromHex(publicKey) })
    const other = `03${publicKey.slice(2)}`
    // Taproot uses only the x coordinate.
    expect(accountOf(type, other).publicKey === undefined).toBe(type !== 'p2tr')
    expect(accountOf(type, 'zz').publicKey).toBeUndefined()
  })

  test('error: addresses that a single key cannot spend from', () => {
    const script = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry'
    for (const address of [script, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'x'])
      expect(readPaymentAccount({ address, publicKey, chainId })).toBeUndefined()
  })
})

describe('createBitcoinChain', () => {
  const broadcast = (code: number) => {
    const refuse = () => {
      throw new RpcError({ code, message: 'said', data: undefined })
    }
    const gateway = gatewayOf({ sendrawtransaction: refuse })
    return createBitcoinChain({ gateway, chainId }).broadcast({ hash: '', raw: '00' })
  }

  test.each([-25, -26, -22, -8])('error: %i is a refusal', (code) =>
    expect(broadcast(code)).rejects.toMatchObject({ code: 'simulation_failed', details: 'said' }),
  )

  test.each([-32603, -32005, -28, -1])('error: after %i it may have arrived', (code) =>
    expect(broadcast(code)).rejects.toMatchObject({ name: 'RpcError', code }),
  )

  test('behavior: a transaction that is already in a block has arrived', () =>
    expect(broadcast(-27)).resolves.toBeUndefined())
})

describe('readFeeRates', () => {
  const rates = (estimates: Record<number, unknown>) =>
    readFeeRates({
      gateway: gatewayOf({ estimatesmartfee: ([blocks]) => ({ feerate: estimates[Number(blocks)], blocks }) }),
    })

  test('default', async () => {
    expect(await rates({ 6: 4, 3: 7.5, 1: 12.25 })).toEqual({ standard: 4000n, fast: 7500n, instant: 12_250n })
  })

  test('behavior: a faster speed is never cheaper, and rates are between 1 and 3,000 sat/vB', async () => {
    expect(await rates({ 6: 0.3, 3: 20, 1: 5 })).toEqual({ standard: 1000n, fast: 20_000n, instant: 20_000n })
    expect(await rates({ 6: 1, 3: 1, 1: 1e9 })).toMatchObject({ instant: 3_000_000n })
  })

  test('error: an invalid rate', async () => {
    for (const feerate of [-1, 0, '5', null, undefined])
      await expect(rates({ 6: feerate, 3: 5, 1: 5 })).rejects.toMatchObject({ code: 'response_invalid' })
  })

  test.each([
    [1000n, '1 sat/vB'],
    [1500n, '1.5 sat/vB'],
    [12_345n, '12.3 sat/vB'],
    [9_960n, '10 sat/vB'],
  ])('behavior: %s is written %s', (rate, text) => expect(formatFeeRate(rate)).toBe(text))
})

describe('readCoins', () => {
  const account = accountOf('p2tr')
  const script = [...account.script].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const row = (byte: string, satoshis: number, height: number | null = 5) => ({
    ...{ address: account.address, txid: byte.repeat(32), vout: 0, satoshis, height, script },
  })

  test('behavior: coins of another address or script are left out, and those that others may take back are marked', async () => {
    const rows = [
      row('01', 50_000),
      row('02', 60_000, null),
      row('03', 70_000, null),
      { ...row('04', 80_000), address: 'bcrt1q' },
      { ...row('05', 90_000), script: '51' },
    ]
    const prevoutOf = (id: unknown) => (id === '02'.repeat(32) ? account.address : 'bcrt1q')
    const gateway = gatewayOf({
      getaddressutxos: () => rows,
      getrawtransaction: ([id]) => ({ vin: [{ prevout: { scriptpubkey_address: prevoutOf(id) } }] }),
    })
    const coins = await readCoins({ gateway, account })
    expect(coins.map(({ value, isOwnChange }) => [value, isOwnChange])).toEqual([
      [70_000n, undefined],
      [60_000n, true],
      [50_000n, undefined],
    ])
  })

  test('error: an answer of another shape', async () => {
    for (const answer of [null, {}, [{}], [{ ...row('01', -1) }]])
      await expect(readCoins({ gateway: gatewayOf({ getaddressutxos: () => answer }), account })).rejects.toMatchObject(
        { code: 'response_invalid' },
      )
  })

  test('behavior: small coins of a Taproot address may carry inscriptions', () => {
    const coin = { ...account, txid: '01'.repeat(32), vout: 0, value: 10_000n, height: 5 }
    expect(isPlain(coin)).toBe(false)
    expect(isPlain({ ...coin, value: 10_001n })).toBe(true)
    expect(isPlain({ ...coin, isOwnChange: true })).toBe(true)
    expect(isPlain({ ...coin, type: 'p2wpkh', value: 600n })).toBe(true)
  })
})

describe('a plan', () => {
  test('is read as it was written, and other data is refused', () => {
    const account = accountOf('p2sh-p2wpkh')
    const coin: Coin = { ...account, txid: 'ab'.repeat(32), vout: 3, value: 90_000n, height: 0 }
    const payment = planPayment({
      ...{ coins: [coin], receiver: accountOf('p2tr').address, amount: 40_000n, changeAddress: account.address },
      ...{ feeRate: 7000n, chainId, lockTime: 12 },
    })
    const plan = writePlan(payment)
    expect(readPlan({ plan, chainId })).toEqual(payment)
    expect(readPlan({ plan, chainId: bitcoinNetworks.mainnet })).toBeUndefined()
    for (const text of [undefined, '', '{}', plan.replace('"40000"', '"-1"'), plan.slice(0, -1)])
      expect(readPlan({ plan: text, chainId })).toBeUndefined()
  })
})
