import type { Assets, CallsStatus } from '@latchkey/protocol'
import { entryPoint08 } from '@latchkey/smart-account'
import fc from 'fast-check'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testProjectId } from '../testing/testProjectId.ts'
import { createTestSession, recentStart } from './testing/createTestSession.ts'
import {
  chainId,
  createOwner,
  hexChainId,
  type SmartAccountWorld,
  startSmartAccountWorld,
  transfer,
} from './testing/startSmartAccountWorld.ts'

let world: SmartAccountWorld
beforeAll(async () => {
  world = await startSmartAccountWorld({ sponsorship: null })
}, 120_000)
afterAll(() => world?.stop())

const receiver: `0x${string}` = '0x00000000000000000000000000000000000b0b00'
const unknown = `0x${'11'.repeat(32)}`
const post = async (path: string, body: string, query = `chainId=${chainId}&projectId=${testProjectId}`) => {
  const response = await world.app.app.request(`${path}?${query}`, { method: 'POST', body })
  const text = await response.text()
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
}
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

describe('/v1/wallet', () => {
  test('behavior: an account without a sponsor pays itself', async () => {
    const { owner, account } = createOwner()
    await world.fund(account, { tokens: 100n, ether: 10n ** 18n })
    const capabilities = { account: { owner: owner.address } }
    const request = { from: account, calls: [transfer(world.token, receiver, 1n)], capabilities }
    const first = await world.prepare(request)
    expect(first.capabilities.sponsor).toBeNull()
    const sent = await world.send(await world.sign(first, owner))
    expect(await world.ended(sent.result.id)).toMatchObject({ status: 200 })
    expect(await world.run(request, owner)).toMatchObject({ status: 200 })
    const spent = 10n ** 18n - (await world.reader.getBalance({ address: account }))
    expect(spent).toBeGreaterThan(0n)
    expect(spent).toBeLessThan(2n * BigInt(first.capabilities.maxCost))
  }, 60_000)

  test('behavior: a permission pays for gas within its allowance of the native token, and not without one', async () => {
    const coin = {
      type: 'native-token-recurring-allowance',
      data: { allowance: numberToHex(10n ** 17n), start: recentStart(), period: 600 },
    } as const
    const owner = createOwner()
    // The account has a native balance before its permission is granted, because there is no sponsor.
    const fund = world.fund
    const funded = { ...world, fund: (account: `0x${string}`) => fund(account, { tokens: 10n, ether: 10n ** 18n }) }
    const session = await createTestSession({ world: funded, permissions: [coin] })
    const request = {
      from: session.account,
      calls: [{ to: owner.account, value: '0x5' as const }],
      capabilities: { permissions: { context: session.context } },
    }
    const prepared = await world.prepare(request)
    expect(prepared.capabilities.sponsor).toBeNull()
    const sent = await world.send(await world.sign(prepared, session.key))
    expect(sent.error).toBeUndefined()
    expect(await world.ended(sent.result.id)).toMatchObject({ status: 200 })
    expect(await world.reader.getBalance({ address: owner.account })).toBe(5n)

    const token = {
      type: 'erc20-recurring-allowance',
      data: { address: world.token, allowance: '0xa', start: recentStart(), period: 600 },
    } as const
    const poor = await createTestSession({ world: funded, permissions: [token] })
    const context = { permissions: { context: poor.context } }
    const refused = world.prepare({
      from: poor.account,
      calls: [transfer(world.token, receiver, 1n)],
      capabilities: context,
    })
    expect(await codeOf(refused)).toBe('session_limit')
  }, 90_000)

  test('error: refuses a contract that is no account, a foreign account, and an unknown chain', async () => {
    const { owner, account } = createOwner()
    const calls = [{ to: receiver }] as const
    expect(await codeOf(world.prepare({ from: account, calls }))).toBe('operation_refused')
    const wrong = { account: { owner: receiver } } as const
    expect(await codeOf(world.prepare({ from: account, calls, capabilities: wrong }))).toBe('operation_refused')
    // A contract that is not ours.
    const delegation = { delegation: true } as const
    expect(await codeOf(world.prepare({ from: world.token, calls, capabilities: delegation }))).toBe(
      'operation_refused',
    )
    const elsewhere = await world.ask('/v1/wallet', 'wallet_prepareCalls', [{ from: account, chainId: '0x1', calls }])
    expect(elsewhere.error.data?.code).toBe('unsupported_chain')
    const both = await world.ask('/v1/wallet', 'wallet_prepareCalls', [{ from: account, chainId: hexChainId, calls }], {
      chainId: 'eip155:1',
    })
    expect(both.error.data?.code).toBe('unsupported_chain')
    expect(owner.address).not.toBe(account)
  }, 60_000)

  test('error: refuses an authorization for other code, for another chain, or of another account', async () => {
    const { owner } = createOwner()
    const prepared = await world.prepare({
      from: owner.address,
      calls: [{ to: receiver }],
      capabilities: { delegation: true },
    })
    const signed = await world.sign(prepared, owner)
    const codes = async (authorization: object | undefined) => {
      const { authorization: _, ...rest } = signed
      return (await world.send({ ...rest, ...(authorization ? { authorization } : {}) })).error?.data?.code
    }
    expect(await codes(undefined)).toBe('signature_invalid')
    expect(await codes({ ...signed.authorization, address: receiver })).toBe('signature_invalid')
    expect(await codes({ ...signed.authorization, chainId: '0x0' })).toBe('signature_invalid')
    const other = await owner.signAuthorization({ address: receiver, chainId: 31337, nonce: 0 })
    const rpc = {
      ...signed.authorization,
      address: receiver,
      r: other.r,
      s: other.s,
      yParity: numberToHex(other.yParity ?? 0),
    }
    expect(await codes(rpc)).toBe('signature_invalid')
    const thief = createOwner().owner
    const stolen = await world.sign(prepared, thief)
    expect((await world.send({ ...signed, authorization: stolen.authorization })).error.data?.code).toBe(
      'signature_invalid',
    )
  }, 60_000)

  test('threat 91: never fetches a URL from a request', async () => {
    const { owner, account } = createOwner()
    await world.fund(account, { tokens: 5n, ether: 10n ** 18n })
    const real = globalThis.fetch
    const asked: string[] = []
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      asked.push(new URL(input instanceof Request ? input.url : String(input)).hostname)
      return real(input, init)
    })
    try {
      const url = 'http://169.254.169.254/latest/meta-data'
      const urls = { url, rpcUrl: url, bundlerUrl: url, paymasterService: { url, context: { url } }, paymasterUrl: url }
      const request = {
        ...{ from: account, chainId: hexChainId, calls: [{ to: receiver, ...urls }], ...urls },
        capabilities: { account: { owner: owner.address, ...urls }, ...urls },
      }
      const prepared = await world.ask<never>('/v1/wallet', 'wallet_prepareCalls', [request], { chainId })
      expect(prepared.error).toBeUndefined()
      const signed = await world.sign(prepared.result, owner)
      expect((await world.send({ ...signed, ...urls, capabilities: urls })).error).toBeUndefined()
      await world.ask('/v1/wallet', 'wallet_getAssets', [{ account, ...urls }])
      await world.ask('/v1/bundler', 'eth_sendUserOperation', [{ ...urls }, url], { chainId })
      await post(
        '/v1/wallet',
        JSON.stringify({ id: 1, method: 'wallet_prepareCalls', params: [url] }),
        `chainId=${encodeURIComponent(url)}&projectId=${testProjectId}`,
      )
      expect(new Set(asked)).toEqual(new Set(['127.0.0.1']))
    } finally {
      spy.mockRestore()
    }
  }, 60_000)

  test('behavior: accepts single calls, batches and notifications; refuses everything that is not JSON-RPC, as JSON', async () => {
    const call = { jsonrpc: '2.0', method: 'wallet_getCallsStatus', params: [unknown] }
    expect((await post('/v1/wallet', JSON.stringify({ ...call, id: 7 }))).json).toMatchObject({
      id: 7,
      error: { code: 5730, data: { code: 'calls_unknown' } },
    })
    const batch = await post(
      '/v1/wallet',
      JSON.stringify([{ ...call, id: 1 }, { ...call, id: 'b', method: 'toString' }, call, 5]),
    )
    expect(batch.json).toMatchObject([
      { id: 1 },
      { id: 'b', error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
    ])
    expect(await post('/v1/wallet', JSON.stringify(call))).toEqual({ status: 204, json: undefined })
    expect(await post('/v1/wallet', '{')).toMatchObject({ status: 400 })
    expect(await post('/v1/wallet', JSON.stringify(Array.from({ length: 51 }, () => call)))).toMatchObject({
      status: 400,
    })
    expect(await post('/v1/wallet', '{}', `chainId=${chainId}`)).toMatchObject({ status: 401 })
    expect(await post('/v1/bundler', JSON.stringify({ id: 1, method: 'eth_supportedEntryPoints' }))).toMatchObject({
      json: { result: [entryPoint08] },
    })
    expect(
      await post(
        '/v1/bundler',
        JSON.stringify({ id: 1, method: 'eth_supportedEntryPoints' }),
        `projectId=${testProjectId}`,
      ),
    ).toMatchObject({
      json: { error: { data: { code: 'unsupported_chain' } } },
    })
  }, 60_000)

  test('behavior: finds a status on the network of the query, or on any network', async () => {
    const { owner, account } = createOwner()
    await world.fund(account, { ether: 10n ** 18n })
    const request = {
      from: account,
      calls: [{ to: receiver, value: '0x1' as const }],
      capabilities: { account: { owner: owner.address } },
    }
    const { id } = await world.run(request, owner)
    const anywhere = await world.ask<CallsStatus>('/v1/wallet', 'wallet_getCallsStatus', [id])
    expect(anywhere.result).toMatchObject({ status: 200, version: '2.0.0', receipts: [{ status: '0x1' }] })
    // The call reverts: the account lacks the tokens.
    const undone = await codeOf(world.prepare({ ...request, calls: [transfer(world.token, receiver, 10n ** 30n)] }))
    expect(undone).toBe('operation_refused')
  }, 60_000)

  test('behavior: lists assets by network, type and name, in both letter cases', async () => {
    const { account } = createOwner()
    await world.fund(account, { tokens: 1_500n, ether: 3n })
    const ask = async (filter: object) =>
      (await world.ask<Assets>('/v1/wallet', 'wallet_getAssets', [{ account, ...filter }])).result
    const all = await ask({})
    expect(all[hexChainId]?.map(({ type, balance }) => [type, balance]).sort()).toEqual([
      ['ERC20', numberToHex(1_500n)],
      ['NATIVE', '0x3'],
    ])
    const erc20 = all[hexChainId]?.find(({ type }) => type === 'ERC20')
    expect(erc20).toMatchObject({ metadata: { symbol: expect.any(String), decimals: expect.any(Number) } })
    expect(await ask({ assetTypeFilter: ['native'], chainFilter: [hexChainId] })).toMatchObject({
      [hexChainId]: [{ address: 'native', type: 'NATIVE', metadata: { symbol: 'ETH', decimals: 18 } }],
    })
    expect((await ask({ assetTypeFilter: ['erc20'] }))[hexChainId]).toHaveLength(1)
    expect(await ask({ chainFilter: ['0x1'] })).toEqual({})
    expect(
      (
        await ask({
          assetFilter: { [hexChainId]: [{ address: world.token.toUpperCase().replace('0X', '0x'), type: 'erc20' }] },
        })
      )[hexChainId],
    ).toMatchObject([{ balance: numberToHex(1_500n) }])
    const wrong = await world.ask('/v1/wallet', 'wallet_getAssets', [{ account: 'nobody' }])
    expect(wrong.error.code).toBe(-32602)
  }, 60_000)

  test('error: refuses any malformed request without an internal error', async () => {
    const methods = [
      'wallet_prepareCalls',
      'wallet_sendPreparedCalls',
      'wallet_getCallsStatus',
      'wallet_getAssets',
      'eth_sendUserOperation',
      'eth_estimateUserOperationGas',
      'eth_getUserOperationReceipt',
    ]
    const { owner, account } = createOwner()
    const hexes = fc.oneof(
      fc.constant('0x'),
      fc.constant(account),
      fc.constant(owner.address),
      fc.constant(hexChainId),
      fc.constant(entryPoint08),
      fc.constant(unknown),
      fc.constant('0x7702'),
      fc.string().map((text) => `0x${Buffer.from(text).toString('hex')}`),
      fc.bigInt({ min: 0n, max: 2n ** 260n }).map((value) => `0x${value.toString(16)}`),
    )
    const leaf = fc.oneof(hexes, fc.string(), fc.integer(), fc.constant(null), fc.boolean(), fc.double())
    const names = fc.constantFrom(
      'from',
      'chainId',
      'calls',
      'to',
      'value',
      'data',
      'capabilities',
      'account',
      'owner',
      'delegation',
      'permissions',
      'context',
      'preparedCalls',
      'type',
      'signature',
      'authorization',
      'sender',
      'nonce',
      'callData',
      'factory',
      'factoryData',
      'paymaster',
      'assetFilter',
      'chainFilter',
      '__proto__',
      'constructor',
    )
    const { any } = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(names, tie('any'), { maxKeys: 6 }),
      ),
    }))
    const prepare = fc.record(
      {
        from: hexes,
        chainId: fc.constant(hexChainId),
        calls: fc.array(fc.record({ to: hexes, value: hexes, data: hexes }, { requiredKeys: ['to'] }), {
          maxLength: 3,
        }),
        capabilities: any,
      },
      { requiredKeys: ['from', 'calls'] },
    )
    const operation = fc.record(
      {
        sender: hexes,
        nonce: hexes,
        callData: hexes,
        callGasLimit: hexes,
        verificationGasLimit: hexes,
        preVerificationGas: hexes,
        maxFeePerGas: hexes,
        maxPriorityFeePerGas: hexes,
        signature: hexes,
        factory: hexes,
        factoryData: hexes,
        paymaster: hexes,
        paymasterData: hexes,
        eip7702Auth: any,
      },
      {
        requiredKeys: [
          'sender',
          'nonce',
          'callData',
          'callGasLimit',
          'verificationGasLimit',
          'preVerificationGas',
          'maxFeePerGas',
          'maxPriorityFeePerGas',
          'signature',
        ],
      },
    )
    const send = fc.record(
      {
        preparedCalls: fc.record({
          type: fc.constant('user-operation-v08'),
          chainId: fc.constant(hexChainId),
          data: operation,
        }),
        signature: hexes,
        context: hexes,
        authorization: any,
      },
      { requiredKeys: ['preparedCalls', 'signature'] },
    )
    const params = fc.oneof(
      any,
      fc.array(any, { maxLength: 3 }),
      fc.tuple(prepare),
      fc.tuple(send),
      fc.tuple(operation, fc.constant(entryPoint08)),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...methods), params, async (method, given) => {
        const path = method.startsWith('eth_') ? '/v1/bundler' : '/v1/wallet'
        const { status, json } = await post(path, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: given }))
        expect(status).toBe(200)
        expect(json.error?.data?.code).not.toBe('internal')
        expect(json.error?.code).not.toBe(-32603)
      }),
      { numRuns: 400 },
    )
  }, 120_000)
})
