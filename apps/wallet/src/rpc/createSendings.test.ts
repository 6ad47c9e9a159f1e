import { ServiceError } from '@latchkey/protocol/errors'
import { afterEach, describe, expect, test } from 'vitest'
import { createMemoryStore } from '../device/createMemoryStore.ts'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { createSendings } from './createSendings.ts'

const { setup: setupFrames } = createFrameTests({ afterEach })

const account = `0x${'Aa'.repeat(20)}`
const chainId = 'eip155:1'
const hash = `0x${'01'.repeat(32)}` as const
const record = { hash, chainId, nonce: 5, account } as const
const pending = { hash, blockNumber: null }

function setup(answer: (method: string) => unknown) {
  const store = createMemoryStore()
  const asked: string[] = []
  const kept: number[] = []
  const sendings = createSendings({
    store,
    gateway: async ({ method }) => {
      asked.push(method)
      kept.push((await store.all('sendings')).length)
      const given = answer(method)
      if (given instanceof Error) throw given
      return given
    },
  })
  return { store, asked, kept, sendings }
}

describe('send', () => {
  test('default: remembered before it is sent, forgotten with the answer', async () => {
    const { sendings, store, asked, kept } = setup(() => hash)
    await sendings.send({ ...record, signed: '0x00' })
    expect({ asked, kept }).toStrictEqual({ asked: ['eth_sendRawTransaction'], kept: [1] })
    expect(await store.all('sendings')).toStrictEqual([])
  })

  test.each([
    ['refused, and the node has it not', new RpcRefusal({ code: 'upstream_refused', rpcCode: -32000 }), null, 0],
    ['refused as known already', new RpcRefusal({ code: 'upstream_refused', rpcCode: -32000 }), pending, 0],
    ['the answer was lost, and the node has it', new ServiceError('network_request_failed'), pending, 0],
    ['the answer was lost, and the node has it not yet', new ServiceError('network_request_failed'), null, 1],
    ['nobody answers', new ServiceError('network_request_failed'), new ServiceError('network_request_failed'), 1],
  ] as const)('behavior: %s', async (_name, refusal, found, left) => {
    const { sendings, store } = setup((method) => (method === 'eth_sendRawTransaction' ? refusal : found))
    const sent = await sendings.send({ ...record, signed: '0x00' }).then(
      () => 'sent',
      (error: ServiceError) => error.code,
    )
    expect(sent).toBe(left > 0 ? 'transaction_uncertain' : found === null ? 'upstream_refused' : 'sent')
    expect((await store.all('sendings')).length).toBe(left)
  })

  test('error: a failing store does not block a payment', async () => {
    const { sendings, store, asked } = setup(() => hash)
    store.put = () => Promise.reject(new Error('full'))
    store.remove = () => Promise.reject(new Error('full'))
    await sendings.send({ ...record, signed: '0x00' })
    expect(asked).toStrictEqual(['eth_sendRawTransaction'])
  })
})

describe('earlier', () => {
  test.each([
    ['waits to be mined', pending, [hash]],
    ['is mined', { hash, blockNumber: '0x10' }, []],
    ['is unknown to the node', null, []],
    ['the node says nothing that can be read', 'words', [hash]],
    ['the node cannot be asked', new ServiceError('upstream_unavailable'), [hash]],
  ] as const)('behavior: %s', async (_name, found, shown) => {
    const { sendings, store } = setup(() => found)
    await store.put('sendings', hash, record)
    expect(await sendings.earlier({ account: account.toLowerCase(), chainId })).toStrictEqual(shown)
    expect((await store.all('sendings')).length).toBe(shown.length)
  })

  test('behavior: leaves those of another account or network alone', async () => {
    const { sendings, store, asked } = setup(() => null)
    await store.put('sendings', hash, record)
    expect(await sendings.earlier({ account: `0x${'bb'.repeat(20)}`, chainId })).toStrictEqual([])
    expect(await sendings.earlier({ account, chainId: 'eip155:8453' })).toStrictEqual([])
    expect(asked).toStrictEqual([])
    expect((await store.all('sendings')).length).toBe(1)
  })

  test('error: an unreadable store gives no warning', async () => {
    const { sendings, store } = setup(() => null)
    store.all = () => Promise.reject(new Error('evicted'))
    expect(await sendings.earlier({ account, chainId })).toStrictEqual([])
  })
})

test('error: the page is lost while it sends: the card warns that a retry would pay twice, until it is mined', async () => {
  const world = setupFrames()
  const first = world.open()
  const { address } = (await first.signIn()) as { address: string }
  const sent: unknown[] = []
  let found: unknown = null
  world.server.answerRpc(async ({ method, params }) => {
    if (method === 'eth_getTransactionByHash') return found
    if (method === 'eth_getCode' || method === 'eth_call') return '0x'
    if (method === 'eth_feeHistory') return { baseFeePerGas: ['0x1', '0x1'] }
    if (method === 'eth_simulateV1')
      return [{ calls: [{ status: '0x1', returnData: '0x', gasUsed: '0x5208', logs: [] }] }]
    if (method !== 'eth_sendRawTransaction') return '0x5208'
    sent.push(params[0])
    // The page closes before the answer.
    return new Promise(() => {})
  })
  const request = {
    method: 'eth_sendTransaction',
    params: [{ from: address, to: `0x${'dd'.repeat(20)}`, value: '0x1' }],
  }
  first.begin('rpc', request)
  const shown = await first.card('approve', ({ state }) => state === 'ready')
  expect(shown.earlier).toStrictEqual([])
  first.frame.actions.approve()
  await first.until(() => sent.length === 1)
  const [lost] = await world.device.store.all('sendings')
  expect(lost).toMatchObject({ account: address, chainId: 'eip155:1', nonce: shown.description?.transaction?.nonce })
  first.stop()

  const retry = async () => {
    const host = world.open()
    await host.ask('getUser')
    const answer = host.ask('rpc', request)
    const { earlier } = await host.card('approve', ({ state }) => state === 'ready')
    host.frame.actions.reject()
    await expect(answer).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
    host.stop()
    return earlier
  }
  found = { hash: lost?.hash, blockNumber: null }
  expect(await retry()).toStrictEqual([lost?.hash])
  found = { hash: lost?.hash, blockNumber: '0x11' }
  expect(await retry()).toStrictEqual([])
  expect(await world.device.store.all('sendings')).toStrictEqual([])
})
