import { describe, expect, test } from 'vitest'
import { word } from '../testing/requests.ts'
import { useChain } from '../testing/useChain.ts'
import { prepareTransaction } from './prepareTransaction.ts'

const chain = useChain()
const prepare = (transaction: Parameters<typeof prepareTransaction>[0]['transaction'], more: object = {}) =>
  prepareTransaction({ transaction, account: chain.account(0).address, chainId: 31337, read: chain.read, ...more })
const plain = () => ({ to: chain.account(1).address, value: 5n, data: '0x' as const })
const transfer = () => ({
  to: chain.tokenOf('usd').address,
  value: 0n,
  data: `0xa9059cbb${word(chain.account(1).address)}${word(1)}` as const,
})

describe('fields that the app omits', () => {
  test('default', async () => {
    const nonce = Number(
      await chain.read({ method: 'eth_getTransactionCount', params: [chain.account(0).address, 'pending'] }),
    )
    const prepared = await prepare(plain())
    expect(prepared).toMatchObject({ ...plain(), type: 'eip1559', chainId: 31337, nonce, gas: 21000n })
    expect(prepared.maxFeePerGas).toBeGreaterThanOrEqual(prepared.maxPriorityFeePerGas ?? 0n)
    expect(prepared.gasPrice).toBeUndefined()
    expect((await prepare(plain(), { nonceOffset: 2 })).nonce).toBe(nonce + 2)
  })

  test('behavior: a fifth more gas than estimated if code runs', async () => {
    const call = { from: chain.account(0).address, to: transfer().to, data: transfer().data }
    const estimate = BigInt((await chain.read({ method: 'eth_estimateGas', params: [call] })) as string)
    expect((await prepare(transfer())).gas).toBe(estimate + estimate / 5n)
    expect((await prepare({ ...transfer(), gas: estimate })).gas).toBe(estimate)
    expect((await prepare({ ...transfer(), gas: estimate - 1n })).gas).toBe(estimate + estimate / 5n)
  })

  test('behavior: the node accepts the transaction that it prepared', async () => {
    const prepared = await prepare(transfer())
    const hex = (value: bigint | number | undefined) => `0x${(value ?? 0).toString(16)}`
    const { to, data, gas, nonce, maxFeePerGas, maxPriorityFeePerGas } = prepared
    const fields = { to, data, gas: hex(gas), nonce: hex(nonce), maxFeePerGas: hex(maxFeePerGas) }
    await chain.send(chain.account(0).address, { ...fields, maxPriorityFeePerGas: hex(maxPriorityFeePerGas) })
    const after = await chain.read({ method: 'eth_getTransactionCount', params: [chain.account(0).address, 'latest'] })
    expect(Number(after)).toBe(nonce + 1)
  })
})

describe('fields that the app sets', () => {
  test('behavior: prices, type and nonce are kept', async () => {
    expect(await prepare({ ...plain(), gasPrice: 7n, nonce: 0 })).toStrictEqual({
      ...{ ...plain(), chainId: 31337, type: 'legacy', gasPrice: 7n, nonce: 0, gas: 21000n },
    })
    expect(await prepare({ ...plain(), maxFeePerGas: 9n, maxPriorityFeePerGas: 2n })).toMatchObject({
      ...{ type: 'eip1559', maxFeePerGas: 9n, maxPriorityFeePerGas: 2n },
    })
    expect(await prepare({ ...plain(), type: 'legacy' })).toMatchObject({
      type: 'legacy',
      gasPrice: expect.any(BigInt),
    })
    // The app's maximum also limits the tip.
    expect(await prepare({ ...plain(), maxFeePerGas: 9n })).toMatchObject({
      maxFeePerGas: 9n,
      maxPriorityFeePerGas: 9n,
    })
  })

  test('behavior: a network without base fee gets a gas price', async () => {
    const read: typeof chain.read = (request) =>
      request.method === 'eth_feeHistory' ? Promise.reject(new Error('no such method')) : chain.read(request)
    expect((await prepare(plain(), { read })).type).toBe('legacy')
    await expect(prepare({ ...plain(), type: 'eip1559' }, { read })).rejects.toMatchObject({
      code: 'upstream_unavailable',
    })
  })
})

test('error: a failing call has no estimate', async () => {
  const failing = { ...transfer(), data: `0xa9059cbb${word(chain.account(1).address)}${'f'.repeat(64)}` as const }
  await expect(prepare(failing)).rejects.toMatchObject({ code: 'estimate_gas_failed' })
  expect((await prepare(failing, { fallbackGas: 99n })).gas).toBe(99n)
  expect((await prepare({ ...failing, gas: 77n })).gas).toBe(77n)
})
