import { safeRpcMethods, unsafeRpcMethods } from '@latchkey/protocol'
import { recoverTransactionAddress } from 'viem'
import { parseTransaction } from 'viem/utils'
import { afterEach, describe, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { answerChain, token } from './testing/answerChain.ts'
import { receiver, sign, signedIn } from './testing/askFrame.ts'

const { setup } = createFrameTests({ afterEach })
type Host = ReturnType<ReturnType<typeof setup>['open']>

describe('reading', () => {
  test('default', async () => {
    const world = setup()
    const { host, address } = await signedIn(world)
    world.server.answerRpc(({ method }) => `${method} answered`)
    const ask = (method: string, params?: unknown[], chainId?: string) =>
      host.ask('rpc', { method, ...(params ? { params } : {}), ...(chainId ? { chainId } : {}) })
    expect(await ask('eth_accounts')).toStrictEqual([address])
    expect(await ask('eth_chainId')).toBe('0x1')
    expect(await ask('net_version')).toBe('1')
    expect(await ask('wallet_getCapabilities', [address, ['0x1']])).toStrictEqual({
      '0x1': { atomic: { status: 'unsupported' } },
    })
    expect(await ask('eth_getBalance', [address, 'latest'])).toBe('eth_getBalance answered')
    expect(await ask('eth_blockNumber', [], 'eip155:8453')).toBe('eth_blockNumber answered')
    expect(world.server.rpcCalls).toStrictEqual([
      { method: 'eth_getBalance', params: [address, 'latest'], chainId: 'eip155:1' },
      { method: 'eth_blockNumber', params: [], chainId: 'eip155:8453' },
    ])
  })

  test('error: threat 19: rpcurl-ignored: a page can name neither its own node nor its own network', async () => {
    const world = setup()
    const { host } = await signedIn(world)
    const bad = host.ask('rpc', { method: 'eth_blockNumber', rpcUrl: 'https://evil.example' })
    await expect(bad).rejects.toMatchObject({ failure: { code: 'frame_request_invalid' } })
    const chain = host.ask('rpc', { method: 'eth_blockNumber', chainId: 'eip155:666' })
    await expect(chain).rejects.toMatchObject({ failure: { code: 'unsupported_chain', rpcCode: 4902 } })
    expect(world.server.rpcCalls).toStrictEqual([])
  })

  test('behavior: spec 6.2: every safe method of the chain is answered without a card, also a raw transaction', async () => {
    const world = setup()
    const { host } = await signedIn(world)
    world.server.answerRpc(({ method }) => `${method} answered`)
    const ofChain = safeRpcMethods.filter(
      (method) => /^(eth|web3)_/.test(method) && !/accounts|chainId|UserOperation|EntryPoints/.test(method),
    )
    expect(ofChain).toContain('eth_sendRawTransaction')
    for (const method of ofChain) {
      world.clock.advance(1_000)
      expect(await host.ask('rpc', { method, params: [] })).toBe(`${method} answered`)
    }
    expect(host.frame.card.getState()).toBe(null)
  })

  test('behavior: a reverted call keeps its code and data, but not its text', async () => {
    const world = setup()
    const { host } = await signedIn(world)
    world.server.answerRpc(() => {
      throw { code: 3, message: 'execution reverted: <b>words</b>', data: '0x08c379a0' }
    })
    await expect(host.ask('rpc', { method: 'eth_call', params: [{}] })).rejects.toMatchObject({
      failure: { code: 'simulation_failed', rpcCode: 3, data: '0x08c379a0', message: 'The transaction would fail' },
    })
  })

  test('error: spec 6.4: threat 20: an unlisted method, with its notice', async () => {
    const world = setup()
    const { host } = await signedIn(world)
    for (const method of ['eth_sign', 'eth_signTypedData', 'wallet_addEthereumChain', 'constructor', 'debug_traceCall'])
      await expect(host.ask('rpc', { method })).rejects.toMatchObject({
        failure: { code: 'rpc_method_not_allowed', rpcCode: 4200, message: 'Requested RPC call is not allowed' },
      })
    // One notice, however many requests there were.
    expect(await host.card('refused')).toMatchObject({ method: 'eth_sign', description: null })
    host.frame.actions.cancel()
    expect(host.frame.card.getState()).toBe(null)
    expect(world.server.rpcCalls).toStrictEqual([])
  })

  test('error: listed methods that are not available', async () => {
    const world = setup()
    const { host } = await signedIn(world)
    for (const method of unsafeRpcMethods.filter((one) => /^(solana|wallet)_|UserOperation/.test(one)))
      await expect(host.ask('rpc', { method, params: [] })).rejects.toMatchObject({
        failure: {
          code: method.startsWith('solana') ? 'unsupported_chain' : 'smart_account_unavailable',
          rpcCode: 4200,
        },
      })
    expect(host.frame.card.getState()).toBe(null)
  })
})

describe('signing', () => {
  test('default: spec 6.3: nothing is signed or sent before it is approved', async () => {
    const world = setup()
    const sent = answerChain(world.server)
    const { host, address } = await signedIn(world)
    const params = [{ from: address, to: receiver, value: '0x1' }]
    const hash = host.ask('rpc', { method: 'eth_sendTransaction', params })
    const { description } = await host.card('approve', ({ state }) => state === 'ready')
    expect(description).toMatchObject({ transaction: { nonce: 5, value: 1n, chainId: 1 } })
    expect(sent).toStrictEqual([])
    host.frame.actions.approve()
    expect(await hash).toMatch(/^0x[0-9a-f]{64}$/)
    const [bytes] = sent
    if (!bytes) throw new Error('nothing was sent')
    // The signed transaction is the shown one, signed by the named account.
    const { nonce, gas, maxFeePerGas, value, to } = parseTransaction(bytes)
    expect({ nonce, gas, maxFeePerGas, value, to }).toStrictEqual({
      nonce: description?.transaction?.nonce,
      gas: description?.transaction?.gas,
      maxFeePerGas: description?.transaction?.maxFeePerGas,
      value: 1n,
      to: receiver.toLowerCase(),
    })
    expect(await recoverTransactionAddress({ serializedTransaction: bytes as `0x02${string}` })).toBe(address)
  })

  test('behavior: a transaction that speeds up a pending one keeps its nonce, without a warning', async () => {
    const world = setup()
    const sent = answerChain(world.server, { included: '0x4' })
    const { host, address } = await signedIn(world)
    const params = [{ from: address, to: receiver, nonce: '0x4', gasPrice: '0x77359400' }]
    const hash = host.ask('rpc', { method: 'eth_sendTransaction', params })
    const { description } = await host.card('approve', ({ state }) => state === 'ready')
    const values = { nonce: '4', next: '5' }
    expect(description?.findings).toContainEqual({ level: 'note', code: 'nonceGiven', values })
    host.frame.actions.approve()
    await hash
    expect(parseTransaction(sent[0] ?? '0x')).toMatchObject({ nonce: 4, gasPrice: 2_000_000_000n })
  })

  test('behavior: a token that the operator vouches for shows its name, and is not unknown', async () => {
    const world = setup()
    answerChain(world.server)
    const describe = async (host: Host, from: string) => {
      const data = `0xa9059cbb${receiver.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}`
      const answer = host.ask('rpc', { method: 'eth_sendTransaction', params: [{ from, to: token, data }] })
      const { description } = await host.card('approve', ({ state }) => state === 'ready')
      host.frame.actions.reject()
      await expect(answer).rejects.toBeDefined()
      return { name: description?.target?.name, codes: description?.findings.map(({ code }) => code) }
    }
    world.server.settings.tokens = [{ address: token, symbol: 'LNTN', name: 'Lantern', decimals: null, usd: null }]
    const { host, address } = await signedIn(world)
    const vouched = await describe(host, address)
    expect(vouched.name).toBe('LNTN')
    expect(vouched.codes).not.toContain('unverifiedContract')
  })

  test('behavior: after a lost answer of the node the network is asked whether it has the transaction', async () => {
    const world = setup()
    const sent = answerChain(world.server)
    const { host, address } = await signedIn(world)
    const hash = host.ask('rpc', { method: 'eth_sendTransaction', params: [{ from: address, to: receiver }] })
    await host.card('approve', ({ state }) => state === 'ready')
    world.server.answerRpc(({ method, params }) => {
      if (method === 'eth_getTransactionByHash') return { hash: params[0] }
      sent.push(params[0] as `0x${string}`)
      throw { code: -32000, message: 'already known' }
    })
    host.frame.actions.approve()
    expect(await hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(sent.length).toBe(1)
  })

  test('error: unknown whether it was sent: the host does not get a failure that denies it', async () => {
    const world = setup()
    answerChain(world.server)
    const { host, address } = await signedIn(world)
    const hash = host.ask('rpc', { method: 'eth_sendTransaction', params: [{ from: address, to: receiver }] })
    await host.card('approve', ({ state }) => state === 'ready')
    // No answer to the bytes, and the network does not know them yet.
    world.server.answerRpc(({ method }) => (method === 'eth_getTransactionByHash' ? null : undefined))
    host.frame.actions.approve()
    await expect(hash).rejects.toMatchObject({ failure: { code: 'transaction_uncertain' } })
    expect(await host.card('approve', ({ state }) => state === 'failed')).toMatchObject({
      failure: { code: 'transaction_uncertain' },
    })
  })

  test('error: a store that fails after the sending does not undo it', async () => {
    const world = setup()
    const sent = answerChain(world.server)
    const { host, address } = await signedIn(world)
    const hash = host.ask('rpc', { method: 'eth_sendTransaction', params: [{ from: address, to: receiver }] })
    await host.card('approve', ({ state }) => state === 'ready')
    const { get } = world.device.store
    world.device.store.get = (area, key) =>
      area === 'receivers' ? Promise.reject(new Error('evicted')) : get(area, key)
    host.frame.actions.approve()
    expect(await hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(sent.length).toBe(1)
  })

  test('error: a logout while a card is open leaves no prompt behind', async () => {
    const world = setup()
    const { host, address } = await signedIn(world)
    const first = sign(host, address)
    await host.card('approve', ({ state }) => state === 'ready')
    await host.ask('signOut')
    await expect(first).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
    world.clock.advance(30_000)
    await host.signIn()
    const next = sign(host, address)
    await host.card('approve', ({ state }) => state === 'ready')
    host.frame.actions.approve()
    expect(await next).toMatch(/^0x/)
  })

  test('error: the network refuses: the card shows that until it is closed', async () => {
    const world = setup()
    answerChain(world.server)
    const { host, address } = await signedIn(world)
    const hash = host.ask('rpc', { method: 'eth_sendTransaction', params: [{ from: address, to: receiver }] })
    await host.card('approve', ({ state }) => state === 'ready')
    world.server.answerRpc(({ method }) => {
      if (method === 'eth_getTransactionByHash') return null
      throw { code: -32000, message: 'nonce too low' }
    })
    host.frame.actions.approve()
    await expect(hash).rejects.toMatchObject({ failure: { code: 'upstream_refused', rpcCode: -32000 } })
    expect(await host.card('approve', ({ state }) => state === 'failed')).toMatchObject({
      failure: { code: 'upstream_refused' },
    })
    host.frame.actions.cancel()
    expect(host.frame.card.getState()).toBe(null)
  })

  test('error: a visitor who declines; a request that the host aborted', async () => {
    const world = setup()
    const { host, address } = await signedIn(world)
    const declined = sign(host, address)
    await host.card('approve', ({ state }) => state === 'ready')
    host.frame.actions.reject()
    await expect(declined).rejects.toMatchObject({ failure: { code: 'user_rejected', rpcCode: 4001 } })
    const given = host.begin('rpc', { method: 'personal_sign', params: ['0x00', address] })
    await host.card('approve', ({ state }) => state === 'ready')
    await host.ask('rpcAbort', { id: given.id })
    await expect(given.answer).rejects.toMatchObject({
      failure: { code: 'rpc_aborted', message: 'Request was aborted' },
    })
    await host.until(() => host.frame.card.getState() === null)
    // A late click signs nothing.
    host.frame.actions.approve()
    expect(host.messages.filter((message) => message.k === 'res' && message.id === given.id).length).toBe(1)
  })

  test('behavior: a signed request cannot be aborted: the host gets its result', async () => {
    const world = setup()
    const sent = answerChain(world.server)
    const { host, address } = await signedIn(world)
    const params = [{ from: address, to: receiver }]
    const { id, answer } = host.begin('rpc', { method: 'eth_sendTransaction', params })
    await host.card('approve', ({ state }) => state === 'ready')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    world.server.answerRpc(async ({ params: [bytes] }) => {
      sent.push(bytes as `0x${string}`)
      await held
      return `0x${'ab'.repeat(32)}`
    })
    host.frame.actions.approve()
    await host.until(() => sent.length === 1)
    await host.ask('rpcAbort', { id })
    release()
    expect(await answer).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('error: aborted before anything is shown, and while the wallet is unlocked: nothing is signed', async () => {
    const world = setup()
    const sent = answerChain(world.server)
    const { host, address } = await signedIn(world)
    const request = { method: 'eth_sendTransaction', params: [{ from: address, to: receiver }] }
    const early = host.begin('rpc', request)
    host.begin('rpcAbort', { id: early.id })
    await expect(early.answer).rejects.toMatchObject({ failure: { code: 'rpc_aborted' } })
    const late = host.begin('rpc', request)
    const { description } = await host.card('approve', ({ state }) => state === 'ready')
    expect(description).not.toBe(null)
    world.clock.advance(15 * 60_000)
    await host.until(() => host.events.some(({ name }) => name === 'locked'))
    host.frame.actions.approve()
    host.begin('rpcAbort', { id: late.id })
    await expect(late.answer).rejects.toMatchObject({ failure: { code: 'rpc_aborted' } })
    await host.until(() => host.frame.card.getState() === null)
    expect(sent).toStrictEqual([])
    // The next request is shown as usual, once the wallet is unlocked again.
    const next = sign(host, address)
    await host.unlock()
    await host.card('approve', ({ state }) => state === 'ready')
    host.frame.actions.approve()
    expect(await next).toMatch(/^0x/)
    expect(sent).toStrictEqual([])
  })

  test('behavior: a host that closes its dialog also closes a remaining refusal', async () => {
    const world = setup()
    const { host } = await signedIn(world)
    await expect(host.ask('rpc', { method: 'eth_sign' })).rejects.toBeDefined()
    await host.card('refused')
    await host.ask('rpcAbort')
    expect(host.frame.card.getState()).toBe(null)
  })

  test('error: threat 11: prompt-bomb: one prompt at a time, six a minute', async () => {
    const world = setup()
    const { host, address } = await signedIn(world)
    const first = sign(host, address)
    await host.card('approve', ({ state }) => state === 'ready')
    await expect(sign(host)).rejects.toMatchObject({ failure: { code: 'prompt_open', rpcCode: -32002 } })
    host.frame.actions.reject()
    await expect(first).rejects.toBeDefined()
    for (let count = 1; count < 6; count++) {
      const next = sign(host, address)
      await host.card('approve', ({ state }) => state === 'ready')
      host.frame.actions.reject()
      await expect(next).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
    }
    world.clock.advance(10_000)
    await expect(sign(host)).rejects.toMatchObject({
      failure: { code: 'frame_busy', rpcCode: -32005, retryAfter: 50 },
    })
    // Forbidden methods are answered too, without a card.
    await expect(host.ask('rpc', { method: 'eth_sign' })).rejects.toBeDefined()
    expect(host.frame.card.getState()).toBe(null)
    world.clock.advance(50_000)
    const later = sign(host, address)
    await host.card('approve', ({ state }) => state === 'ready')
    host.frame.actions.approve()
    expect(await later).toMatch(/^0x/)
  })

  test.each([
    ['a foreign chain in typed data', 'eth_signTypedData_v4', 'chainMismatch'],
    ['a foreign chain in a transaction', 'eth_sendTransaction', 'chainMismatch'],
    ['a delegation to unknown code', 'eth_sendTransaction+7702', 'delegationUnknown'],
    ['another account', 'personal_sign', 'accountMismatch'],
    ['what cannot be read', 'personal_sign+malformed', 'malformed'],
  ] as const)('error: threat 21: refuse-dangerous: %s', async (_name, kind, code) => {
    const world = setup()
    answerChain(world.server)
    const { host, address } = await signedIn(world)
    const [method = ''] = kind.split('+')
    const other = `0x${'22'.repeat(20)}`
    const typed = {
      domain: { chainId: 5, name: 'x' },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
        A: [{ name: 'a', type: 'string' }],
      },
      primaryType: 'A',
      message: { a: 'b' },
    }
    const params: Record<string, unknown[]> = {
      eth_signTypedData_v4: [address, JSON.stringify(typed)],
      eth_sendTransaction: [{ from: address, to: receiver, chainId: '0x5' }],
      'eth_sendTransaction+7702': [
        {
          from: address,
          to: receiver,
          type: '0x4',
          authorizationList: [{ chainId: '0x1', address: other, nonce: '0x0' }],
        },
      ],
      personal_sign: ['0x00', other],
      'personal_sign+malformed': [{ not: 'text' }],
    }
    await expect(host.ask('rpc', { method, params: params[kind] })).rejects.toMatchObject({
      failure: { code: 'request_refused', rpcCode: code === 'malformed' ? -32602 : 4001 },
    })
    const card = await host.card('refused')
    expect(card.description?.findings).toContainEqual(expect.objectContaining({ level: 'refuse', code }))
    expect(world.server.rpcCalls.some((call) => call.method === 'eth_sendRawTransaction')).toBe(false)
  })

  test('error: threat 22: siwe-domain: a sign-in for another site', async () => {
    const world = setup()
    const { host, address } = await signedIn(world)
    const message = [
      'evil.example wants you to sign in with your Ethereum account:',
      address,
      '',
      'URI: https://evil.example/login',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: 12345678',
      'Issued At: 2030-01-01T00:00:00.000Z',
    ].join('\n')
    const hex = `0x${Buffer.from(message).toString('hex')}`
    await expect(host.ask('rpc', { method: 'personal_sign', params: [hex, address] })).rejects.toMatchObject({
      failure: { code: 'request_refused' },
    })
    expect((await host.card('refused')).description?.findings).toContainEqual(
      expect.objectContaining({ level: 'refuse', code: 'domainMismatch' }),
    )
  })

  test('error: the request is for another network than the one in use', async () => {
    const { host } = await signedIn(setup())
    await expect(
      host.ask('rpc', { method: 'personal_sign', params: ['0x00'], chainId: 'eip155:8453' }),
    ).rejects.toMatchObject({ failure: { code: 'chain_changed', rpcCode: 4901 } })
  })

  test('error: logged out; parameters that are no list', async () => {
    const world = setup()
    const host = world.open()
    await expect(sign(host)).rejects.toMatchObject({ failure: { code: 'no_active_account', rpcCode: 4100 } })
    await expect(host.ask('rpc', { method: 'eth_call', params: {} })).rejects.toMatchObject({
      failure: { code: 'malformed_request', rpcCode: -32602 },
    })
  })
})
