import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countCalls } from '../rpc/answerJsonRpc.ts'
import { type BitcoinGateway, type BitcoinWorld, startBitcoinWorld } from './testing/startBitcoinWorld.ts'
import { type Gate, open, pass, startGate } from './testing/startGate.ts'

let world: BitcoinWorld
let gateway: BitcoinGateway

beforeAll(async () => {
  world = await startBitcoinWorld()
  gateway = await world.gatewayOn([world.bitcoin.esploraUrl])
})
afterAll(() => world?.stop())

const person = (index: number) => {
  const account = world.bitcoin.accounts[index]
  if (!account) throw new Error(`There is no account ${index}`)
  return account
}

async function result(method: string, ...params: unknown[]): Promise<unknown> {
  const reply = await gateway.call(method, params)
  expect(reply.error).toBeUndefined()
  return reply.result
}

const hexOf = async (txid: string) => (await fetch(`${world.bitcoin.esploraUrl}/tx/${txid}/hex`)).text()

describe('the methods of the gateway', () => {
  test('default: returns blocks and fees', async () => {
    const [hash] = await world.bitcoin.mine()
    expect(await result('getbestblockhash')).toBe(hash)
    expect(await result('getblockcount')).toBeGreaterThan(127)
    expect(await result('estimatesmartfee', 6)).toEqual({ feerate: 2.004, blocks: 6 })
    expect(await result('estimatesmartfee', 5)).toEqual({ feerate: 2.51, blocks: 3 })
  })

  test('default: returns outputs, transactions and pending ones, in the shapes that wallets read', async () => {
    const [ada, ben] = [person(0), person(1)]
    const txid = await world.bitcoin.send({ from: ada, to: [{ address: ben.payment.address, value: 60_000 }] })
    const addresses = [ben.payment.address, ada.ordinal.address]
    const coins = (await result('getaddressutxos', { addresses })) as { txid: string; address: string }[]
    const script = expect.stringMatching(/^0014[0-9a-f]{40}$/)
    expect(coins.find((coin) => coin.txid === txid)).toEqual({
      ...{ address: ben.payment.address, txid, vout: 0, satoshis: 60_000, height: null, script },
    })
    expect(coins.find(({ address }) => address === ada.ordinal.address)).toMatchObject({
      ...{ height: expect.any(Number), script: expect.stringMatching(/^5120[0-9a-f]{64}$/) },
    })
    const waiting = await result('getaddressmempool', { addresses: [ben.payment.address] })
    expect(waiting).toEqual([{ address: ben.payment.address, txid, index: 0, satoshis: 60_000 }])
    const own = (await result('getaddressmempool', { addresses: [ada.payment.address] })) as { satoshis: number }[]
    expect(own.map(({ satoshis }) => Math.sign(satoshis))).toEqual([-1, 1])
    const ids = (await result('getaddresstxids', { addresses: [ben.payment.address] })) as string[]
    expect(ids.at(-1)).toBe(txid)
    expect(new Set(ids).size).toBe(ids.length)

    const hex = await hexOf(txid)
    expect(await result('getrawtransaction', txid)).toBe(hex)
    const details = (await result('getrawtransaction', txid, true)) as { vin: { txid: string; vout: number }[] }
    expect(details).toMatchObject({
      ...{ txid, fee: expect.any(Number), status: { confirmed: false } },
      vin: [{ prevout: { scriptpubkey_address: ada.payment.address, value: expect.any(Number) } }],
    })
    const [input] = details.vin
    expect(await result('gettxoutspend', input?.txid, input?.vout)).toMatchObject({ spent: true, txid })
    expect(await result('gettxoutspend', txid, 0)).toEqual({ spent: false })
    expect(await result('gettxoutspend', '00'.repeat(32), 0)).toEqual({ spent: false })
    await world.bitcoin.mine()
    expect(await result('getrawtransaction', txid, 1)).toMatchObject({ status: { confirmed: true } })
  })

  test('default: accepts a transaction again while it is pending, and after it is mined', async () => {
    const txid = await world.bitcoin.fund({ address: person(2).payment.address, value: 44_000 })
    const hex = await hexOf(txid)
    expect(await result('sendrawtransaction', hex)).toBe(txid)
    await world.bitcoin.mine()
    expect(await result('sendrawtransaction', hex)).toBe(txid)
  })

  test('error: refusals have Bitcoin Core’s codes and messages', async () => {
    const nobody = '00'.repeat(32)
    const spent = await hexOf(await world.bitcoin.fund({ address: person(2).payment.address, value: 43_000 }))
    // Changes the amount of the first output in the signed transaction.
    const tampered = spent.replace('f8a7000000000000', 'f8a8000000000000')
    expect(tampered).not.toBe(spent)
    const cases: [string, unknown[], object][] = [
      ['getrawtransaction', [nobody, true], { code: -5, message: 'No such mempool or blockchain transaction' }],
      ['getrawtransaction', ['zz'], { code: -8 }],
      ['gettxoutspend', [nobody, -1], { code: -8 }],
      ['sendrawtransaction', ['00'], { code: -22 }],
      ['sendrawtransaction', ['nothing'], { code: -8 }],
      ['sendrawtransaction', [tampered], { code: -26, message: expect.stringMatching(/conflict|script|fee/) }],
      ['estimatesmartfee', [-1], { code: -8 }],
      ['getaddressutxos', [{ addresses: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'] }], { code: -5 }],
      ['getaddressutxos', [{}], { code: -8 }],
      ['getaddresstxids', [{ addresses: Array(3).fill(person(0).payment.address) }], { code: -8 }],
      ['getblockchaininfo', [], { code: -32601 }],
      ['esplora.height', [], { code: -32601 }],
    ]
    for (const [method, params, error] of cases) {
      const reply = await gateway.call(method, params)
      expect(reply.error, `${method} ${JSON.stringify(params)}`).toMatchObject(error)
    }
    await world.bitcoin.mine()
  })
})

test('behavior: a call counts as the number of its requests', () => {
  const { chainId } = world.bitcoin
  const ask = (method: string, count: number) => ({ method, params: [{ addresses: Array(count).fill('a') }] })
  expect(countCalls(ask('getaddresstxids', 1), chainId)).toBe(5)
  expect(countCalls(ask('getaddresstxids', 2), chainId)).toBe(10)
  // A refused call counts as well.
  expect(countCalls(ask('getaddresstxids', 9_999), chainId)).toBe(10)
  expect(countCalls([ask('getaddressutxos', 2), { method: 'getblockcount' }, null], chainId)).toBe(4)
  expect(countCalls({ method: 'getaddresstxids', params: 'x' }, chainId)).toBe(5)
  expect(countCalls({ method: 'constructor' }, chainId)).toBe(1)
})

describe('several servers', () => {
  let gates: Gate[] = []
  beforeEach(async () => {
    await Promise.all(gates.map((gate) => gate.stop()))
    gates = await Promise.all([0, 1].map(() => startGate({ target: world.bitcoin.esploraUrl })))
  })
  afterAll(() => Promise.all(gates.map((gate) => gate.stop())))
  const pair = () => {
    const [first, second] = gates
    if (!first || !second) throw new Error('Two gates are expected')
    return { first, second }
  }
  const onGates = () => world.gatewayOn(gates.map(({ url }) => url))

  test.each<[string, Parameters<Gate['behave']>[0]]>([
    ['fails', (_, response) => Boolean(response.writeHead(503).end('down'))],
    ['limits us', (_, response) => Boolean(response.writeHead(429).end('slow down'))],
    ['answers with a page', (_, response) => Boolean(response.writeHead(200).end('<html>Welcome</html>'))],
    ['answers in another shape', (_, response) => Boolean(response.writeHead(200).end('{"utxo":[{"value":-1}]}'))],
    ['refuses with a page', (_, response) => Boolean(response.writeHead(404).end('<html>Not here</html>'))],
    ['cuts the line', (_, response) => Boolean(response.destroy())],
    ['does not answer', () => true],
  ])('behavior: the next server responds if the first %s', async (_, behaviour) => {
    const { first, second } = pair()
    const own = await onGates()
    first.behave(behaviour)
    const asked = { addresses: [person(0).payment.address] }
    const { result: coins } = await own.call('getaddressutxos', [asked])
    expect(coins).toEqual(await result('getaddressutxos', asked))
    expect(first.paths.some((path) => path.endsWith('/utxo'))).toBe(true)
    expect(second.paths.some((path) => path.endsWith('/utxo'))).toBe(true)
  })

  test('behavior: never uses a server of another network, and reports it in health', async () => {
    const { first, second } = pair()
    const mainnet = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
    first.behave((request, response) => request.url === '/block-height/0' && Boolean(response.end(mainnet)))
    const own = await onGates()
    expect((await own.call('getblockcount')).result).toEqual(expect.any(Number))
    expect(first.paths).not.toContain('/blocks/tip/height')
    expect(second.paths).toContain('/blocks/tip/height')
    const upstreams = own.rpc.chains.get(world.bitcoin.chainId)?.upstreams ?? []
    expect(upstreams.map((upstream) => upstream.wrongChain())).toEqual([true, false])
    const metrics = await own.metrics.metrics()
    expect(metrics).toMatch(/latchkey_rpc_upstream_serving\{chain="bip122:[0-9a-f]+",upstream="[^"]+#1"\} 1/)
  })

  test('behavior: finds a transaction whose answer was lost, and submits it once', async () => {
    const { first, second } = pair()
    const txid = await world.bitcoin.fund({ address: person(3).payment.address, value: 42_000 })
    const hex = await hexOf(txid)
    const own = await onGates()
    first.behave((request, response) => {
      if (request.method !== 'POST') return false
      void pass({ target: `${world.bitcoin.esploraUrl}/tx`, request, response: response.destroy() }).catch(() => {})
      return true
    })
    expect((await own.call('sendrawtransaction', [hex])).result).toBe(txid)
    expect(second.paths.filter((path) => path === '/tx')).toHaveLength(1)
    await world.bitcoin.mine()
  })

  test('behavior: asks another server for data that one does not have yet', async () => {
    const { first } = pair()
    const own = await onGates()
    const txid = await world.bitcoin.fund({ address: person(3).payment.address, value: 41_000 })
    first.behave(
      (request, response) =>
        request.url === `/tx/${txid}` && Boolean(response.writeHead(404).end('Transaction not found')),
    )
    expect((await own.call('getrawtransaction', [txid, true])).result).toMatchObject({ txid })
  })

  test('error: after a server may have accepted a transaction, a refusal by another one does not count', async () => {
    const { first, second } = pair()
    const own = await onGates()
    const txid = await world.bitcoin.fund({ address: person(3).payment.address, value: 40_000 })
    const hex = await hexOf(txid)
    let taken = 0
    first.behave((request, response) => {
      if (request.method === 'POST') taken += 1
      return Boolean(taken > 0 ? response.destroy() : response.writeHead(404).end('Transaction not found'))
    })
    second.behave((request, response) => {
      const refusal = 'sendrawtransaction RPC error: {"code":-25,"message":"bad-txns-inputs-missingorspent"}'
      if (request.method === 'POST') return Boolean(response.writeHead(400).end(refusal))
      return Boolean(response.writeHead(404).end('Transaction not found'))
    })
    // If all servers respond, missing data is certain.
    expect((await own.call('getrawtransaction', [txid])).error).toMatchObject({ code: -5 })
    expect(await own.call('sendrawtransaction', [hex])).toMatchObject({ code: 'upstream_unavailable' })
    expect(taken).toBe(1)
    for (const [method, ...params] of [
      ['getrawtransaction', txid, true],
      ['getrawtransaction', txid],
      ['gettxoutspend', txid, 0],
    ] as const)
      expect(await own.call(method, params)).toMatchObject({ code: 'upstream_unavailable' })
    // One server refuses. The other one may have the transaction from an earlier attempt.
    for (let round = 0; round < 4; round += 1)
      expect(await own.call('sendrawtransaction', [hex])).toMatchObject({ code: 'upstream_unavailable' })
  })

  test('error: reports an outage of all servers, and works again when one is back', async () => {
    const { first, second } = pair()
    const own = await onGates()
    for (const gate of gates) gate.behave((_, response) => Boolean(response.destroy()))
    expect(await own.call('getblockcount')).toMatchObject({ code: 'upstream_unavailable' })
    for (const gate of [first, second]) gate.behave(open)
    expect((await own.call('getblockcount')).result).toEqual(expect.any(Number))
  })
})
