import { decodeCalls, smartAccountContracts } from '@latchkey/smart-account'
import { hashAuthorization, recoverAddress } from 'viem/utils'
import { afterEach, describe, expect, test } from 'vitest'
import {
  approve,
  call,
  createOperationTests,
  pay,
  ready,
  receiver,
  sendCalls,
  signIn,
  statusOf,
  stranger,
} from '../testing/createOperationTests.ts'

const { setup } = createOperationTests({ afterEach })

describe('wallet_sendCalls', () => {
  test('default', async () => {
    const world = setup()
    const { host, owner, account } = await signIn(world)
    const sending = sendCalls(host, [pay, call])
    const { description, operation } = await ready(host)
    expect(operation).toStrictEqual({ sponsor: 'Lantern Paper', setsUp: true, accountType: 'smartAccount' })
    expect(description).toMatchObject({ intent: 'batch', isOperation: true, fee: null })
    expect(world.calls.sent).toStrictEqual([])
    host.frame.actions.approve()
    const { id } = (await sending) as { id: string }
    const [body] = world.calls.sent
    if (!body) throw new Error('nothing was sent')
    const { data } = body.preparedCalls
    expect(data.sender).toBe(account.toLowerCase())
    expect(decodeCalls(data.callData)).toStrictEqual([
      { to: receiver, value: 1n, data: '0x' },
      { to: stranger, value: 0n, data: '0x12345678' },
    ])
    expect(await recoverAddress({ hash: id as `0x${string}`, signature: body.signature })).toBe(owner)
    expect(await statusOf(host, id)).toMatchObject({ id, status: 100, chainId: '0x1' })
    world.calls.mine()
    expect(await statusOf(host, id)).toMatchObject({ id, status: 200, receipts: [{ status: '0x1' }] })
    expect(await host.ask('getUser')).toMatchObject({ smartAccountDeployed: true })
    // The second operation sets up nothing.
    const next = sendCalls(host, [pay])
    expect(await approve(host)).toMatchObject({ operation: { setsUp: false } })
    await next
    expect(world.calls.sent[1]?.preparedCalls.data).not.toHaveProperty('factory')
  })

  test('behavior: an EOA delegates to our code, and to no other', async () => {
    const world = setup()
    const { host, owner } = await signIn(world, 'eoa')
    const sending = sendCalls(host, [pay, call], { atomicRequired: false })
    expect(await approve(host)).toMatchObject({ operation: { setsUp: true, accountType: 'eoa' } })
    await sending
    const [{ authorization, preparedCalls } = {}] = world.calls.sent as [NonNullable<(typeof world.calls.sent)[0]>]
    expect(preparedCalls?.data).toMatchObject({ sender: owner.toLowerCase(), factory: '0x7702' })
    expect(authorization).toMatchObject({ address: smartAccountContracts.implementation, chainId: '0x1', nonce: '0x5' })
    const hash = hashAuthorization({ address: smartAccountContracts.implementation, chainId: 1, nonce: 5 })
    const { r, s, yParity } = authorization as NonNullable<typeof authorization>
    expect(await recoverAddress({ hash, signature: { r, s, yParity: Number(yParity) } })).toBe(owner)
    const next = sendCalls(host, [pay])
    expect(await approve(host)).toMatchObject({ operation: { setsUp: false } })
    await next
    expect(world.calls.sent[1]).not.toHaveProperty('authorization')
  })

  test('error: an EOA that runs foreign code', async () => {
    const world = setup()
    const { host, owner } = await signIn(world, 'eoa')
    world.calls.code.set(owner.toLowerCase(), `0xef0100${'13'.repeat(20)}`)
    await expect(sendCalls(host, [pay])).rejects.toMatchObject({ failure: { code: 'smart_account_unavailable' } })
    expect(world.calls.sent).toStrictEqual([])
  })

  test('behavior: without a sponsor the account pays itself, and the card shows the cost', async () => {
    const world = setup()
    const { host } = await signIn(world)
    world.calls.sponsor = null
    const sending = sendCalls(host, [pay])
    const { description, operation } = await approve(host)
    expect(operation).toMatchObject({ sponsor: null })
    expect(description?.fee).toMatchObject({ gas: 560_000n, cost: 560_000n * 2_000_000_000n, symbol: 'ETH' })
    expect(description?.findings.map(({ code }) => code)).not.toContain('insufficientFunds')
    await sending
  })

  test('behavior: a site can use an id once, in any frame', async () => {
    const world = setup()
    const { host } = await signIn(world)
    const id = `0x${'1d'.repeat(32)}`
    const first = sendCalls(host, [pay], { id })
    await approve(host)
    expect(await first).toStrictEqual({ id })
    expect(await statusOf(host, id)).toMatchObject({ id, status: 100 })
    await expect(sendCalls(host, [pay], { id })).rejects.toMatchObject({
      failure: { code: 'calls_id_taken', rpcCode: 5720 },
    })
    await expect(statusOf(host, `0x${'2d'.repeat(32)}`)).rejects.toMatchObject({ failure: { rpcCode: 5730 } })
  })

  test('error: two tabs with one id: one of them signs', async () => {
    const world = setup()
    const { host } = await signIn(world)
    const other = world.open()
    await other.ask('getUser')
    const id = `0x${'1d'.repeat(32)}`
    const answers = [host, other].map((tab) => sendCalls(tab, [pay], { id }))
    await Promise.all([host, other].map(ready))
    for (const tab of [host, other]) tab.frame.actions.approve()
    const settled = await Promise.allSettled(answers)
    expect(settled.map(({ status }) => status).sort()).toStrictEqual(['fulfilled', 'rejected'])
    expect(world.calls.sent.length).toBe(1)
  })

  test('error: invalid requests (spec 5.18)', async () => {
    const world = setup()
    const { host } = await signIn(world)
    const table: [readonly object[], object, number][] = [
      [[pay], { capabilities: { flowControl: {} } }, 5700],
      [[{ ...pay, capabilities: { flowControl: {} } }], {}, 5700],
      [Array(21).fill(pay), {}, 5740],
      [[pay], { chainId: '0x2105' }, 5710],
      [[pay], { chainId: '0x29a' }, 4902],
      [[pay], { from: stranger }, 4100],
      [[], {}, -32602],
      [[{ value: '0x1' }], {}, -32602],
      [[{ to: receiver, value: 1 }], {}, -32602],
      [[{ to: receiver.slice(2) }], {}, -32602],
      [[{ to: receiver, data: 'a9059cbb' }], {}, -32602],
    ]
    for (const [list, more, rpcCode] of table)
      await expect(sendCalls(host, list, more)).rejects.toMatchObject({ failure: { rpcCode } })
    expect(host.frame.card.getState()).toBe(null)
    const optional = sendCalls(host, [pay], {
      capabilities: { paymasterService: { url: 'https://a.example', optional: true } },
    })
    await approve(host)
    await optional
  })

  test('error: threat 83: the account itself, its modules and the entry point cannot be called', async () => {
    const world = setup()
    const { host, owner, account } = await signIn(world)
    for (const to of [account, smartAccountContracts.sessions, '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108']) {
      world.clock.advance(30_000)
      await expect(sendCalls(host, [pay, { to, data: '0x12345678' }])).rejects.toMatchObject({
        failure: { code: 'request_refused', rpcCode: 4001 },
      })
      host.frame.actions.cancel()
    }
    // Nor through the EOA that owns it.
    for (const to of [account, smartAccountContracts.sessions]) {
      world.clock.advance(30_000)
      const params = [{ from: owner, to, data: '0x12345678' }]
      await expect(host.ask('rpc', { method: 'eth_sendTransaction', params })).rejects.toMatchObject({
        failure: { code: 'request_refused' },
      })
      host.frame.actions.cancel()
    }
    expect(world.calls.sent).toStrictEqual([])
  })
})

describe('other methods', () => {
  test('wallet_getCapabilities', async () => {
    const world = setup()
    const { host, owner, account } = await signIn(world)
    const ask = (address: string, chains?: string[]) =>
      host.ask('rpc', { method: 'wallet_getCapabilities', params: [address, ...(chains ? [chains] : [])] })
    expect(await ask(account)).toMatchObject({
      '0x1': { atomic: { status: 'supported' }, permissions: { supported: true } },
    })
    expect(await ask(account)).not.toHaveProperty('0x2105')
    expect(await ask(owner)).toMatchObject({ '0x1': { atomic: { status: 'ready' } } })
    expect(await ask(owner, ['0x2105'])).toStrictEqual({ '0x2105': { atomic: { status: 'unsupported' } } })
    world.calls.code.set(owner.toLowerCase(), `0xef0100${'13'.repeat(20)}`)
    expect(await ask(owner, ['0x1'])).toStrictEqual({ '0x1': { atomic: { status: 'unsupported' } } })
    await expect(ask(stranger)).rejects.toMatchObject({ failure: { rpcCode: 4100 } })
  })

  test('wallet_showCallsStatus', async () => {
    const world = setup()
    const { host } = await signIn(world)
    const sending = sendCalls(host, [pay])
    await approve(host)
    const { id } = (await sending) as { id: string }
    world.calls.mine()
    expect(await host.ask('rpc', { method: 'wallet_showCallsStatus', params: [id] })).toBe(null)
    expect(await host.card('calls')).toMatchObject({ status: 200, network: 'Chain 1', hash: `0x${'7a'.repeat(32)}` })
    host.frame.actions.cancel()
    expect(host.frame.card.getState()).toBe(null)
    await expect(host.ask('rpc', { method: 'wallet_showCallsStatus', params: ['0x12'] })).rejects.toMatchObject({
      failure: { rpcCode: 5730 },
    })
  })

  test('eth_sendUserOperation', async () => {
    const world = setup()
    const { host, account } = await signIn(world)
    const { encodeCalls } = await import('@latchkey/smart-account')
    const callData = encodeCalls([{ to: receiver, value: 1n }])
    const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
    const ask = (operation: object, point = entryPoint) =>
      host.ask('rpc', { method: 'eth_sendUserOperation', params: [{ sender: account, callData, ...operation }, point] })
    for (const operation of [
      { sender: stranger },
      { callData: '0x12345678' },
      { callData: `${callData}00` },
      { nonce: `0x${smartAccountContracts.sessions.slice(2)}${'0'.repeat(24)}` },
      { paymaster: stranger },
      { eip7702Auth: {} },
    ])
      await expect(ask(operation)).rejects.toMatchObject({ failure: { message: expect.any(String) } })
    await expect(ask({}, stranger)).rejects.toMatchObject({ failure: { code: 'operation_refused' } })
    expect(host.frame.card.getState()).toBe(null)
    const sending = ask({ nonce: '0x0', signature: '0x' })
    expect((await approve(host)).description).toMatchObject({ intent: 'send', isOperation: true })
    expect(world.calls.status(String(await sending))).toMatchObject({ status: 100 })
  })

  test('behavior: the server provides the bundler and the list of assets', async () => {
    const world = setup()
    const { host } = await signIn(world)
    for (const method of ['eth_supportedEntryPoints', 'eth_getUserOperationReceipt', 'wallet_getAssets'])
      expect(await host.ask('rpc', { method, params: ['0x1'] })).toStrictEqual({
        method,
        params: ['0x1'],
        chainId: 'eip155:1',
      })
    await expect(
      host.ask('rpc', { method: 'eth_supportedEntryPoints', params: [], chainId: 'eip155:8453' }),
    ).rejects.toMatchObject({ failure: { rpcCode: 4200 } })
  })
})
