import type { CallsStatus } from '@latchkey/protocol'
import { createAccountCall, decodeCalls, smartAccountAddress, smartAccountContracts } from '@latchkey/smart-account'
import { hashAuthorization, recoverAddress } from 'viem/utils'
import { afterEach, describe, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { createTestCalls, refusal } from '../testing/createTestCalls.ts'

const { setup: setupWorld } = createFrameTests({ afterEach })
type World = ReturnType<typeof setup>
type Host = ReturnType<World['open']>

const receiver = '0x000000000000000000000000000000000000dEaD'
const stranger = '0x00000000000000000000000000000000DeaDBeef'
const pay = { to: receiver, value: '0x1' }
const call = { to: stranger, data: '0x12345678' }

function setup() {
  const world = setupWorld()
  world.server.settings.smartAccounts = [1]
  const calls = createTestCalls(world.server)
  world.server.answerRpc(({ method, params }) => {
    switch (method) {
      case 'eth_getCode':
        return calls.code.get(String(params[0]).toLowerCase()) ?? '0x'
      case 'eth_gasPrice':
        return '0x3b9aca00'
      case 'eth_getBalance':
        return '0xde0b6b3a7640000'
      case 'eth_getTransactionCount':
        return '0x5'
      case 'eth_call':
        return '0x'
      case 'eth_simulateV1': {
        const [{ blockStateCalls }] = params as [{ blockStateCalls: { calls: unknown[] }[] }]
        const done = { status: '0x1', returnData: '0x', gasUsed: '0xc350', logs: [] }
        return blockStateCalls.map((block) => ({ calls: block.calls.map(() => done) }))
      }
      default:
        return null
    }
  })
  return { ...world, calls }
}
const signIn = async (world: World, type: 'eoa' | 'smartAccount' = 'smartAccount') => {
  const host = world.open()
  const user = (await host.signIn()) as { address: `0x${string}` }
  const owner = user.address
  if (type === 'smartAccount') await host.ask('setPreferredAccount', { type })
  return { host, owner, account: type === 'eoa' ? owner : smartAccountAddress({ address: owner }) }
}
const sendCalls = (host: Host, list: readonly object[], more: object = {}) =>
  host.ask('rpc', {
    method: 'wallet_sendCalls',
    params: [{ version: '2.0.0', chainId: '0x1', atomicRequired: true, calls: list, ...more }],
  })
const statusOf = (host: Host, id: string) =>
  host.ask('rpc', { method: 'wallet_getCallsStatus', params: [id] }) as Promise<CallsStatus>
const ready = (host: Host) => host.card('approve', ({ state }) => state === 'ready')
const approve = async (host: Host) => {
  const card = await ready(host)
  host.frame.actions.approve()
  return card
}

describe('accounts', () => {
  test('default', async () => {
    const world = setup()
    const host = world.open()
    const user = (await host.signIn()) as { address: `0x${string}` }
    const owner = user.address
    const account = smartAccountAddress({ address: owner })
    expect(user).toMatchObject({
      accounts: [
        { address: owner, type: 'eoa' },
        { address: account, type: 'smartAccount' },
      ],
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    })
    expect(await host.ask('getSmartAccountEnabledNetworks')).toStrictEqual({
      smartAccountEnabledNetworks: ['eip155:1'],
    })
    expect(await host.ask('initSmartAccount')).toStrictEqual({ address: account, isDeployed: false })
    expect(await host.ask('setPreferredAccount', { type: 'smartAccount' })).toStrictEqual({
      type: 'smartAccount',
      address: account,
    })
    expect(host.events).toContainEqual({ name: 'accountsChanged', accounts: [account] })
    expect(await host.ask('getUser')).toMatchObject({ address: account, preferredAccountType: 'smartAccount' })
    expect(await host.ask('rpc', { method: 'eth_accounts' })).toStrictEqual([account])
  })

  test('behavior: the choice is of one network and one device, and outlives the page', async () => {
    const world = setup()
    const { host, owner, account } = await signIn(world)
    await host.ask('switchNetwork', { chainId: 'eip155:8453' })
    expect(await host.ask('getUser')).toMatchObject({ address: owner, accounts: [{ address: owner, type: 'eoa' }] })
    expect(host.events.at(-1)).toStrictEqual({ name: 'accountsChanged', accounts: [owner] })
    await host.ask('switchNetwork', { chainId: 'eip155:1' })
    expect(host.events.at(-1)).toStrictEqual({ name: 'accountsChanged', accounts: [account] })
    host.stop()
    const again = world.open()
    expect(await again.ask('getUser')).toMatchObject({ address: account, preferredAccountType: 'smartAccount' })
    const elsewhere = world.open({ device: (await import('../testing/createTestDevice.ts')).createTestDevice() })
    await elsewhere.ask('isConnected')
    expect(await world.device.store.get('accountChoices', owner)).toStrictEqual({ 'eip155:1': 'smartAccount' })
  })

  test('behavior: another tab follows the choice', async () => {
    const world = setup()
    const { host, account, owner } = await signIn(world, 'eoa')
    const other = world.open()
    expect(await other.ask('getUser')).toMatchObject({ address: owner })
    await host.ask('setPreferredAccount', { type: 'smartAccount' })
    const smart = smartAccountAddress({ address: account })
    await other.until(() =>
      other.events.some((event) => event.name === 'accountsChanged' && event.accounts[0] === smart),
    )
    expect(await other.ask('getUser')).toMatchObject({ address: smart })
  })

  test('behavior: a node that is silent leaves out whether it is deployed', async () => {
    const world = setup()
    const { host } = await signIn(world)
    world.server.answerRpc(() => {
      throw { code: -32603, message: 'away' }
    })
    const user = await host.ask('getUser')
    expect(user).not.toHaveProperty('smartAccountDeployed')
    await expect(host.ask('initSmartAccount')).rejects.toMatchObject({ failure: { code: 'upstream_unavailable' } })
  })

  test('error: a network without smart accounts', async () => {
    const world = setup()
    world.server.settings.smartAccounts = []
    const host = world.open()
    await host.signIn()
    for (const [type, payload] of [
      ['initSmartAccount', {}],
      ['setPreferredAccount', { type: 'smartAccount' }],
    ] as const)
      await expect(host.ask(type, payload)).rejects.toMatchObject({ failure: { code: 'smart_account_unavailable' } })
    expect(await host.ask('setPreferredAccount', { type: 'eoa' })).toMatchObject({ type: 'eoa' })
    await expect(sendCalls(host, [pay])).rejects.toMatchObject({ failure: { rpcCode: 4200 } })
  })
})

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
    // The second one sets up nothing.
    const next = sendCalls(host, [pay])
    expect(await approve(host)).toMatchObject({ operation: { setsUp: false } })
    await next
    expect(world.calls.sent[1]?.preparedCalls.data).not.toHaveProperty('factory')
  })

  test('behavior: an ordinary account takes on our code, and no other', async () => {
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

  test('error: an ordinary account that runs somebody else’s code', async () => {
    const world = setup()
    const { host, owner } = await signIn(world, 'eoa')
    world.calls.code.set(owner.toLowerCase(), `0xef0100${'13'.repeat(20)}`)
    await expect(sendCalls(host, [pay])).rejects.toMatchObject({ failure: { code: 'smart_account_unavailable' } })
    expect(world.calls.sent).toStrictEqual([])
  })

  test('behavior: without a sponsor the account pays itself, and the card says what', async () => {
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

  test('behavior: an id of the site is used once, whoever asks', async () => {
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

  test('error: what cannot be asked for', async () => {
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

  test('error: threat 28: the account itself, its modules and the entry point are nobody’s to call', async () => {
    const world = setup()
    const { host, owner, account } = await signIn(world)
    for (const to of [account, smartAccountContracts.sessions, '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108']) {
      world.clock.advance(30_000)
      await expect(sendCalls(host, [pay, { to, data: '0x12345678' }])).rejects.toMatchObject({
        failure: { code: 'request_refused', rpcCode: 4001 },
      })
      host.frame.actions.cancel()
    }
    // Nor by way of the ordinary account that owns it.
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

describe('a dishonest server', () => {
  const other = `0x${'13'.repeat(20)}` as const
  type Change = (calls: World['calls']) => void
  const table: [string, Change][] = [
    [
      'other call data',
      (calls) => {
        calls.forge = (operation) => {
          operation.callData = operation.callData.replace('dead', 'beef') as `0x${string}`
        }
      },
    ],
    [
      'more calls behind',
      (calls) => {
        calls.forge = (operation) => {
          operation.callData = `${operation.callData}00`
        }
      },
    ],
    [
      'another sender',
      (calls) => {
        calls.forge = (operation) => {
          operation.sender = other
        }
      },
    ],
    [
      'a session’s number',
      (calls) => {
        calls.forge = (operation) => {
          operation.nonce = BigInt(smartAccountContracts.sessions) << 96n
        }
      },
    ],
    [
      'another factory',
      (calls) => {
        calls.forge = (operation) => {
          operation.factory = other
        }
      },
    ],
    [
      'another owner of the account',
      (calls) => {
        calls.forge = (operation) => {
          operation.factoryData = operation.factoryData?.replace(
            /0{24}[0-9a-f]{40}/i,
            `${'0'.repeat(24)}${other.slice(2)}`,
          ) as `0x${string}`
        }
      },
    ],
    [
      'a delegation that nobody asked for',
      (calls) => {
        calls.tamper = ({ signatureRequest }) => {
          signatureRequest.authorization = {
            address: smartAccountContracts.implementation,
            chainId: '0x1',
            nonce: '0x0',
          }
        }
      },
    ],
    [
      'gas that no block has',
      (calls) => {
        calls.forge = (operation) => {
          operation.callGasLimit = 40_000_000n
        }
      },
    ],
    [
      'a paymaster with an absurd cost',
      (calls) => {
        calls.forge = (operation) => {
          operation.paymasterPostOpGasLimit = 1n << 64n
        }
      },
    ],
    [
      'an absurd price',
      (calls) => {
        calls.forge = (operation) => {
          operation.maxFeePerGas = 10n ** 15n
        }
      },
    ],
    [
      'a tip above the price',
      (calls) => {
        calls.forge = (operation) => {
          operation.maxPriorityFeePerGas = operation.maxFeePerGas + 1n
        }
      },
    ],
    [
      'a sponsor who does not pay',
      (calls) => {
        calls.forge = (operation) => {
          for (const name of [
            'paymaster',
            'paymasterData',
            'paymasterVerificationGasLimit',
            'paymasterPostOpGasLimit',
          ] as const)
            delete operation[name]
        }
      },
    ],
    [
      'another network',
      (calls) => {
        calls.tamper = ({ preparedCalls }) => {
          preparedCalls.chainId = '0x2105'
        }
      },
    ],
    [
      'another hash',
      (calls) => {
        calls.tamper = ({ signatureRequest }) => {
          signatureRequest.hash = `0x${'ab'.repeat(32)}`
        }
      },
    ],
    [
      'no operation',
      (calls) => {
        calls.tamper = (prepared) => {
          for (const key of Object.keys(prepared)) delete (prepared as Record<string, unknown>)[key]
        }
      },
    ],
  ]
  test.each(table)('error: threat 27: %s: nothing is signed', async (_name, change) => {
    const world = setup()
    const { host } = await signIn(world)
    change(world.calls)
    await expect(sendCalls(host, [pay, call])).rejects.toMatchObject({ failure: { code: 'response_invalid' } })
    expect(world.calls.sent).toStrictEqual([])
    expect(await world.device.store.all('operations')).toStrictEqual([])
  })

  test.each([
    ['another delegate', { address: other }],
    ['a delegation for every network', { chainId: '0x0' }],
  ])('error: threat 27: %s: nothing is signed', async (_name, change) => {
    const world = setup()
    const { host } = await signIn(world, 'eoa')
    world.calls.tamper = ({ signatureRequest }) => Object.assign(signatureRequest.authorization ?? {}, change)
    await expect(sendCalls(host, [pay])).rejects.toMatchObject({ failure: { code: 'response_invalid' } })
    expect(world.calls.sent).toStrictEqual([])
  })

  test('error: an answer about another operation says nothing of this one', async () => {
    const world = setup()
    const { host } = await signIn(world)
    const honest = world.calls.answer
    world.calls.answer = async (request) => {
      const answer = await honest(request)
      return request.method === 'wallet_sendPreparedCalls' ? { id: `0x${'ab'.repeat(32)}` } : answer
    }
    const sending = sendCalls(host, [pay])
    await approve(host)
    // It was taken all the same, which the server says when it is asked by its hash.
    const { id } = (await sending) as { id: string }
    expect(world.calls.status(id)).toBeDefined()
  })
})

describe('sending', () => {
  test('behavior: the answer is lost: the server is asked whether it has it', async () => {
    const world = setup()
    const { host } = await signIn(world)
    world.calls.onSent = () => {
      throw new TypeError('cut')
    }
    const sending = sendCalls(host, [pay])
    await approve(host)
    const { id } = (await sending) as { id: string }
    expect(world.calls.sent.length).toBe(1)
    expect(await statusOf(host, id)).toMatchObject({ status: 100 })
  })

  test('error: nobody can tell whether it was sent', async () => {
    const world = setup()
    const { host } = await signIn(world)
    const honest = world.calls.answer
    const id = `0x${'1d'.repeat(32)}`
    const sending = sendCalls(host, [pay], { id })
    await ready(host)
    world.calls.answer = () => {
      throw new TypeError('cut')
    }
    host.frame.actions.approve()
    await expect(sending).rejects.toMatchObject({ failure: { code: 'transaction_uncertain' } })
    // For a while it may be on its way; the next card says so.
    world.calls.answer = honest
    expect(await statusOf(host, id)).toMatchObject({ status: 100 })
    host.frame.actions.reject()
    const next = sendCalls(host, [call])
    expect((await approve(host)).earlier?.length).toBe(1)
    await next
    // Then it never left, and is never sent again.
    world.clock.advance(61_000)
    expect(await statusOf(host, id)).toMatchObject({ status: 400 })
    expect(world.calls.sent.length).toBe(1)
  })

  test('behavior: the same again, when nobody knew, is the same operation', async () => {
    const world = setup()
    const { host, owner } = await signIn(world)
    const honest = world.calls.answer
    const sending = sendCalls(host, [pay])
    await ready(host)
    world.calls.answer = async (request) => {
      if (request.method === 'wallet_sendPreparedCalls') await honest(request)
      throw new TypeError('cut')
    }
    host.frame.actions.approve()
    await expect(sending).rejects.toMatchObject({ failure: { code: 'transaction_uncertain' } })
    host.frame.actions.reject()
    world.calls.answer = honest
    // The server gives the number of the one before it until that is in a block.
    world.calls.forge = (operation) => {
      operation.nonce = 0n
      Object.assign(operation, createAccountCall({ address: owner }))
    }
    world.calls.code.clear()
    const again = sendCalls(host, [pay])
    await approve(host)
    const { id } = (await again) as { id: string }
    expect(await statusOf(host, id)).toMatchObject({ status: 100 })
    expect(new Set(world.calls.sent.map(({ signature }) => signature)).size).toBe(1)
  })

  test('error: what the server refuses was not sent, and its id is free again', async () => {
    const world = setup()
    const { host } = await signIn(world)
    world.calls.onSend = () => {
      throw refusal('operation_limit')
    }
    const id = `0x${'1d'.repeat(32)}`
    const sending = sendCalls(host, [pay], { id })
    await approve(host)
    await expect(sending).rejects.toMatchObject({ failure: { code: 'operation_limit' } })
    host.frame.actions.reject()
    world.calls.onSend = () => {}
    const again = sendCalls(host, [pay], { id })
    await approve(host)
    expect(await again).toStrictEqual({ id })
  })

  test('error: the page is lost between signing and the answer: the next one knows, and nothing is sent twice', async () => {
    const world = setup()
    const { host } = await signIn(world)
    const id = `0x${'1d'.repeat(32)}`
    let reached: () => void = () => {}
    const arrived = new Promise<void>((resolve) => {
      reached = resolve
    })
    const honest = world.calls.answer
    world.calls.answer = async (request) => {
      const answer = await honest(request)
      if (request.method !== 'wallet_sendPreparedCalls') return answer
      reached()
      return new Promise(() => {})
    }
    void sendCalls(host, [pay], { id }).catch(() => {})
    await approve(host)
    await arrived
    host.stop()
    world.calls.answer = honest
    const again = world.open()
    await again.ask('getUser')
    expect(await statusOf(again, id)).toMatchObject({ id, status: 100 })
    world.calls.mine()
    expect(await statusOf(again, id)).toMatchObject({ id, status: 200 })
    await expect(sendCalls(again, [pay], { id })).rejects.toMatchObject({ failure: { rpcCode: 5720 } })
    expect(world.calls.sent.length).toBe(1)
  })

  test('behavior: a transaction of the smart account is answered once it is in a block', async () => {
    const world = setup()
    const { host, account } = await signIn(world)
    const sending = host.ask('rpc', { method: 'eth_sendTransaction', params: [{ from: account, ...pay }] })
    let isAnswered = false
    void sending.then(() => {
      isAnswered = true
    })
    const { description } = await approve(host)
    expect(description).toMatchObject({ intent: 'send', isOperation: true })
    await host.until(() => world.calls.sent.length === 1)
    await host.until(() => host.frame.card.getState() === null)
    world.clock.advance(3_000)
    expect(isAnswered).toBe(false)
    world.calls.mine()
    await host.until(() => {
      world.clock.advance(2_000)
      return isAnswered
    })
    expect(await sending).toBe(`0x${'7a'.repeat(32)}`)
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

  test('behavior: the bundler and the list of assets are the server’s', async () => {
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
