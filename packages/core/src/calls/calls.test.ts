import { ServiceError } from '@latchkey/protocol/errors'
import { describe, expect, test } from 'vitest'
import { settle, until } from '../testing/createTestEnvironment.ts'
import { testUser } from '../testing/createTestFrame.ts'
import { createWalletKit, signedInKit } from '../testing/createWalletKit.ts'

/** A kit whose wallet gives the test's answers. `asked` has its requests. */
async function kitOf(answers: Record<string, (params: unknown) => unknown>) {
  const kit = await signedInKit()
  const asked: { method: string; params: unknown }[] = []
  kit.frame.answers.rpc = ({ payload }) => {
    const { method, params } = payload as { method: string; params: unknown }
    asked.push({ method, params })
    const answer = answers[method]
    if (!answer) throw Object.assign(new ServiceError('rpc_method_not_allowed'))
    return answer(params)
  }
  return { ...kit, asked, calls: kit.latchkey.calls }
}
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' as const

describe('capabilities', () => {
  test('default: those of the current network take precedence over those for all (spec 7.35)', async () => {
    const told = {
      '0x0': { atomic: { status: 'unsupported' }, paymasterService: { supported: true } },
      '0x7a69': { atomic: { status: 'supported' }, permissions: { supported: true } },
      '0x1': { atomic: { status: 'ready' } },
    }
    const { calls, asked } = await kitOf({ wallet_getCapabilities: () => told })
    await expect(calls.capabilities()).resolves.toStrictEqual({
      atomic: 'supported',
      isSponsored: true,
      takesPermissions: true,
      raw: { ...told['0x0'], ...told['0x7a69'] },
    })
    expect(asked).toStrictEqual([{ method: 'wallet_getCapabilities', params: [testUser.address, ['0x7a69']] }])
  })

  test('behavior: a wallet without the method has no capabilities', async () => {
    const { calls } = await kitOf({})
    await expect(calls.capabilities({ chainId: 'eip155:31338' })).resolves.toMatchObject({
      atomic: 'unsupported',
      isSponsored: false,
      takesPermissions: false,
    })
  })

  test.each([
    ['a list', []],
    ['a text', 'all'],
    ['chains without a number', { all: {} }],
    ['a chain with a text', { '0x7a69': 'all' }],
  ])('error: %s', async (_, told) => {
    const { calls } = await kitOf({ wallet_getCapabilities: () => told })
    await expect(calls.capabilities()).rejects.toMatchObject({
      code: 'capabilities_invalid',
      message: 'Error parsing wallet capabilities',
    })
  })

  test('error: without a connection', async () => {
    const { latchkey } = createWalletKit()
    await expect(latchkey.calls.capabilities()).rejects.toMatchObject({ code: 'no_active_account' })
    await expect(latchkey.calls.send({ calls: [{ to }] })).rejects.toMatchObject({ code: 'no_active_account' })
  })
})

describe('send and follow', () => {
  test('default: as one batch, from the current account', async () => {
    const { calls, asked } = await kitOf({ wallet_sendCalls: () => ({ id: '0xabc' }) })
    await expect(
      calls.send({
        calls: [
          { to, value: 5n },
          { to, data: '0x01' },
        ],
      }),
    ).resolves.toStrictEqual({ id: '0xabc' })
    expect(asked).toStrictEqual([
      {
        method: 'wallet_sendCalls',
        params: [
          {
            version: '2.0.0',
            id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
            from: testUser.address,
            chainId: '0x7a69',
            atomicRequired: true,
            calls: [
              { to, value: '0x5', data: '0x' },
              { to, value: '0x0', data: '0x01' },
            ],
          },
        ],
      },
    ])
  })

  test('behavior: polled until it ends', async () => {
    const answers = [{ status: 100 }, { status: 'PENDING' }, { status: 200, chainId: '0x7a69', receipts: [{}] }]
    const { calls, asked, environment } = await kitOf({ wallet_getCallsStatus: () => answers.shift() })
    let ended: unknown
    void calls.wait({ id: '0xabc' }).then((status) => {
      ended = status
    })
    for (let second = 0; second < 10 && ended === undefined; second++) {
      await settle()
      await environment.advance(1_000)
    }
    expect(asked).toHaveLength(3)
    expect(ended).toMatchObject({ status: 'confirmed', chainId: 'eip155:31337', receipts: [{}] })
  })

  test.each([
    [200, 'confirmed'],
    ['CONFIRMED', 'confirmed'],
    [400, 'failed'],
    [500, 'reverted'],
    [600, 'partial'],
  ])('behavior: status %s is %s', async (status, expected) => {
    const { calls } = await kitOf({ wallet_getCallsStatus: () => ({ status, capabilities: { reason: 'So' } }) })
    await expect(calls.status({ id: '0xabc' })).resolves.toMatchObject({ status: expected, reason: 'So', id: '0xabc' })
  })

  test('behavior: an aborted wait ends', async () => {
    const { calls, asked } = await kitOf({ wallet_getCallsStatus: () => ({ status: 100 }) })
    const controller = new AbortController()
    const ended = expect(calls.wait({ id: '0xabc', signal: controller.signal })).rejects.toMatchObject({
      code: 'request_aborted',
    })
    await until(() => asked.length === 1)
    controller.abort()
    await ended
  })

  test('error: unknown calls, an empty list, and another network', async () => {
    const { calls, asked } = await kitOf({
      wallet_getCallsStatus: () => {
        throw new ServiceError('calls_unknown')
      },
    })
    await expect(calls.wait({ id: '0xabc' })).rejects.toMatchObject({ code: 'calls_unknown' })
    await expect(calls.send({ calls: [] })).rejects.toMatchObject({ code: 'malformed_request' })
    await expect(calls.send({ calls: [{ to }], chainId: 'eip155:31338' })).rejects.toMatchObject({
      code: 'chain_changed',
    })
    expect(asked).toHaveLength(1)
  })

  test('error: an answer without a status', async () => {
    const { calls } = await kitOf({ wallet_getCallsStatus: () => ({}), wallet_sendCalls: () => ({}) })
    await expect(calls.status({ id: '0xabc' })).rejects.toMatchObject({ code: 'response_invalid' })
    await expect(calls.send({ calls: [{ to }] })).rejects.toMatchObject({ code: 'wallet_failed' })
  })
})

describe('assets', () => {
  const metadata = { name: 'Ether', symbol: 'ETH', decimals: 18, price: 2451.3, iconUrl: null }
  const coin = { address: 'native', balance: '0x1', type: 'native', metadata }

  test('default: the wallet’s assets, in either letter case (spec 3.17, 5.13 and 7.36)', async () => {
    const { calls, asked } = await kitOf({ wallet_getAssets: () => ({ '0x7a69': [coin] }) })
    await expect(calls.assets({ chainIds: ['eip155:31337'] })).resolves.toStrictEqual({
      '0x7a69': [{ ...coin, type: 'NATIVE' }],
    })
    expect(asked[0]?.params).toStrictEqual([{ account: testUser.address, chainFilter: ['0x7a69'] }])
  })

  test('behavior: a price or an icon that the wallet leaves out is unknown', async () => {
    const { price: _, iconUrl: __, ...known } = metadata
    const { calls } = await kitOf({
      wallet_getAssets: () => ({ '0x7a69': [{ ...coin, type: 'Erc20', metadata: known }] }),
    })
    await expect(calls.assets()).resolves.toStrictEqual({
      '0x7a69': [{ ...coin, type: 'ERC20', metadata: { ...known, price: null, iconUrl: null } }],
    })
  })

  test.each([
    ['of another type', { ...coin, type: 'ERC721' }],
    ['without metadata', { ...coin, metadata: undefined }],
    ['without a symbol', { ...coin, metadata: { ...metadata, symbol: undefined } }],
    ['with decimals in text', { ...coin, metadata: { ...metadata, decimals: '18' } }],
    ['with a price in text', { ...coin, metadata: { ...metadata, price: '1' } }],
  ])('error: an invalid asset: %s (spec 5.13)', async (_, asset) => {
    const { calls } = await kitOf({ wallet_getAssets: () => ({ '0x7a69': [coin, asset] }) })
    await expect(calls.assets()).rejects.toMatchObject({ code: 'response_invalid' })
  })

  test.each([[[coin]], [{ '0x7a69': coin }], [{ all: [coin] }], [{ '0x7a69': [{ ...coin, balance: 1 }] }]])(
    'error: not a map of lists of assets: %j',
    async (answer) => {
      const { calls } = await kitOf({ wallet_getAssets: () => answer })
      await expect(calls.assets()).rejects.toMatchObject({ code: 'response_invalid' })
    },
  )
})
