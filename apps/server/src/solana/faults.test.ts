import { type Solana, startSolana } from '@latchkey/devnet/solana'
import { solanaNetworks } from '@latchkey/protocol'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { writeExactJson } from '../rpc/exactJson.ts'
import { classifySolanaError } from '../rpc/solanaFamily.ts'
import { type FakeUpstream, startFakeUpstream, type UpstreamBehaviour } from '../testing/startFakeUpstream.ts'
import { until } from '../testing/until.ts'
import { createSolanaFeed } from './following/createSolanaFeed.ts'
import { createSolanaNode } from './node/createSolanaNode.ts'
import { createSolanaRpc, onCluster } from './testing/createSolanaRpc.ts'

const chainId = solanaNetworks.localnet
let solana: Solana
const ends: (() => unknown)[] = []

beforeAll(async () => {
  solana = await startSolana()
})
afterAll(() => solana.stop())
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const nodeUrl = () => solana.networks[0]?.rpcUrl ?? ''
const socketUrl = () => solana.networks[0]?.wsUrl ?? ''
const ada = () => solana.accounts[0]?.address ?? ''

async function fake(behaviour: UpstreamBehaviour): Promise<FakeUpstream> {
  const upstream = await startFakeUpstream(onCluster(behaviour))
  ends.push(upstream.stop)
  return upstream
}
function open(upstreams: readonly { url: string; ws?: string }[]) {
  const made = createSolanaRpc(upstreams)
  ends.push(made.stop)
  return { ...made, node: createSolanaNode({ rpc: made.rpc, chain: { chainId, name: 'Solana' } }) }
}
/** Probes all nodes, so that they are used in their order. */
const probeAll = (rpc: ReturnType<typeof open>['rpc']) =>
  Promise.all((rpc.chains.get(chainId)?.upstreams ?? []).map((upstream) => upstream.probe()))
const balance = (rpc: ReturnType<typeof open>['rpc']) =>
  rpc.call({ chainId, call: { method: 'getBalance', params: [ada()] } })

test.each([
  ['a node that is behind', () => ({ error: { code: -32005, message: 'Node is behind by 42 slots' } })],
  ['a node without history', () => ({ error: { code: -32011, message: 'Transaction history is not available' } })],
  ['a provider that limits', () => ({ error: { code: -32429, message: 'slow down' } })],
])('error: %s: another node answers', async (_name, answer) => {
  const sick = await fake(answer)
  const { rpc } = open([{ url: sick.url }, { url: nodeUrl() }])
  const outcome = await balance(rpc)
  expect(outcome).toMatchObject({ result: { value: expect.any(Number) } })
})

test('error: on HTTP 429, malformed data and no answer, another node answers; a hanging one is overtaken', async () => {
  const limited = await fake((_calls, response) => void response.writeHead(429).end())
  const garbage = await fake((_calls, response) => void response.end('<html>'))
  const foreign = await startFakeUpstream(() => ({ result: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }))
  ends.push(foreign.stop)
  const { rpc } = open([{ url: limited.url }, { url: garbage.url }, { url: foreign.url }, { url: nodeUrl() }])
  for (let index = 0; index < 3; index += 1) expect(await balance(rpc)).toMatchObject({ result: {} })
  expect(foreign.methods.every((method) => method === 'getGenesisHash')).toBe(true)
})

test('error: returns the caller’s own mistakes in the node’s words', async () => {
  const refusal = {
    code: -32002,
    message: 'Transaction simulation failed: Blockhash not found',
    data: { err: 'BlockhashNotFound' },
  }
  const first = await fake(() => ({ error: refusal }))
  const second = await fake(() => ({ result: null }))
  const { rpc } = open([{ url: first.url }, { url: second.url }])
  const outcome = await rpc.call({ chainId, call: { method: 'simulateTransaction', params: ['AQ=='] } })
  expect(outcome).toEqual({ error: refusal })
  expect(second.methods).not.toContain('simulateTransaction')
  const kinds = [
    [-32002, 'Program log: too many requests'],
    [-32003, 'Transaction signature verification failure'],
    [-32602, 'Invalid param'],
    [-32007, 'Slot 5 was skipped'],
    [-32016, 'Minimum context slot has not been reached'],
    [-32004, 'Block not available for slot 9'],
    [-32603, 'Internal error'],
    [-32000, 'Too many requests for a specific RPC call'],
    [-32000, 'Node is unhealthy'],
  ] as const
  expect(kinds.map(([code, message]) => classifySolanaError({ code, message }))).toEqual([
    ...['caller', 'caller', 'caller', 'caller', 'behind', 'behind', 'node', 'limit', 'node'],
  ])
})

test('behavior: submits a transaction to one node at a time; a known one is no failure', async () => {
  // Any bytes with one signature and a message; the fakes do not parse them.
  const wire = Buffer.from(
    `01${'11'.repeat(64)}01000103${'22'.repeat(32)}${'33'.repeat(32)}${'00'.repeat(32)}${'44'.repeat(32)}01020200010c02000000${'0100000000000000'}`,
    'hex',
  )
  const call = { method: 'sendTransaction', params: [wire.toString('base64'), { encoding: 'base64' }] }
  const lost = await fake((_calls, response) => void response.destroy())
  const late = await fake(([first]) =>
    first?.method === 'getSignatureStatuses'
      ? { result: { context: { slot: 1 }, value: [{ slot: 1, err: null, confirmations: null }] } }
      : {
          error: {
            code: -32002,
            message: 'Transaction simulation failed: This transaction has already been processed',
          },
        },
  )
  const { rpc } = open([{ url: lost.url }, { url: late.url }])
  const outcome = await rpc.call({ chainId, call })
  expect(outcome).toEqual({ result: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/) })
  expect(late.methods).toEqual(['getGenesisHash', 'sendTransaction', 'getSignatureStatuses'])
  // A transaction without a status was never sent.
  for (const node of [lost, late])
    node.behave(
      onCluster(([first]) =>
        first?.method === 'getSignatureStatuses'
          ? { result: { context: { slot: 1 }, value: [null] } }
          : { error: { code: -32002, message: 'Transaction simulation failed: Blockhash not found' } },
      ),
    )
  expect(await rpc.call({ chainId, call })).toMatchObject({ error: { code: -32002 } })
})

test('error: a transaction that a node may have accepted is not refused because another one refuses it', async () => {
  const wire = Buffer.from(
    `01${'11'.repeat(64)}01000103${'22'.repeat(32)}${'33'.repeat(32)}${'00'.repeat(32)}${'44'.repeat(32)}01020200010c02000000${'0100000000000000'}`,
    'hex',
  )
  const call = { method: 'sendTransaction', params: [wire.toString('base64'), { encoding: 'base64' }] }
  const poor = { error: { code: -32002, message: 'Transaction simulation failed: insufficient lamports' } }
  const unknown = { result: { context: { slot: 1 }, value: [null] } }
  const seen = { result: { context: { slot: 1 }, value: [{ slot: 1, err: null, confirmations: null }] } }
  const refusing = onCluster(([first]) => (first?.method === 'getSignatureStatuses' ? unknown : poor))
  const other = await fake(() => poor)
  other.behave(refusing)
  // The answer is lost, and the node is unreachable: the result is unknown.
  const lost = await fake((_calls, response) => void response.destroy())
  const away = open([{ url: lost.url }, { url: other.url }])
  await probeAll(away.rpc)
  await expect(away.rpc.call({ chainId, call })).rejects.toMatchObject({ code: 'upstream_unavailable' })
  expect(other.methods).toContain('sendTransaction')
  // The answer is lost, but the node is reachable: it has the transaction, or never received it.
  for (const [status, expected] of [
    [seen, { result: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/) }],
    [unknown, undefined],
  ] as const) {
    const back = await fake(([first], response) =>
      first?.method === 'getSignatureStatuses' ? status : void response.destroy(),
    )
    const { rpc } = open([{ url: back.url }, { url: other.url }])
    await probeAll(rpc)
    const outcome = rpc.call({ chainId, call })
    if (expected) expect(await outcome).toEqual(expected)
    else await expect(outcome).rejects.toMatchObject({ code: 'upstream_unavailable' })
  }
  // A refusal is returned.
  const { rpc } = open([{ url: other.url }])
  expect(await rpc.call({ chainId, call })).toMatchObject(poor)
})

test('behavior: keeps every digit of a number', async () => {
  const text =
    '{"context":{"slot":5},"value":{"lamports":9007199254740993,"rentEpoch":18446744073709551615,"owner":"x"}}'
  const rich = await fake(([first], response) => {
    response.end(`{"jsonrpc":"2.0","id":${first?.id},"result":${text}}`)
    return undefined
  })
  const { rpc } = open([{ url: rich.url }])
  const outcome = await rpc.call({ chainId, call: { method: 'getAccountInfo', params: ['x'] } })
  expect(writeExactJson(outcome)).toBe(`{"result":${text}}`)
})

test('error: a node with malformed answers counts as unreachable', async () => {
  const answers: unknown[] = [null, 'x', { value: 'x' }, { context: { slot: 1 }, value: -0.5 }, []]
  for (const result of answers) {
    const odd = await fake(() => ({ result }))
    const { node } = open([{ url: odd.url }])
    await expect(node.readHoldings({ owner: ada() })).rejects.toMatchObject({ code: 'upstream_unavailable' })
  }
})

test('behavior: without a node that pushes, polls accounts, and reports changes after an outage', async () => {
  const changing = await fake(([first], response) => {
    const value = first?.method === 'getBalance' ? lamports : []
    response.end(
      JSON.stringify(
        [0, 1, 2].map((id) => ({ jsonrpc: '2.0', id, result: { context: { slot: 7 }, value: id === 0 ? value : [] } })),
      ),
    )
    return undefined
  })
  let lamports = 5
  const { node, context } = open([{ url: changing.url }])
  const end = new AbortController()
  ends.push(() => end.abort())
  let sockets: string[] = []
  const feed = createSolanaFeed({
    ...{ node, log: context.log, signal: end.signal, pollInterval: 20 },
    sockets: () => sockets,
  })
  const news: number[] = []
  const stop = feed.watch({ address: ada(), onChange: ({ block }) => news.push(block) })
  await until(() => changing.methods.length >= 6)
  expect(news).toEqual([])
  lamports = 6
  await until(() => news.length === 1)
  expect(news).toEqual([7])
  stop()
  const looked = changing.methods.length
  sockets = [socketUrl()]
  // After a reconnection, the start of the subscription is reported as a change.
  const again = feed.watch({ address: ada(), onChange: ({ block }) => news.push(block) })
  await until(() => news.length === 2)
  // A broken connection is opened again.
  await solana.pause()
  await solana.start()
  await until(() => news.length === 3)
  again()
  expect(changing.methods.length).toBeGreaterThan(looked)
})

test('behavior: requests final transactions once, and others each time', async () => {
  const node = await fake(() => ({ result: { slot: 5, meta: null } }))
  const { rpc } = open([{ url: node.url }])
  const ask = (options?: object) =>
    rpc.call({ chainId, call: { method: 'getTransaction', params: ['5ig', ...(options ? [options] : [])] } })
  for (const commitment of ['finalized', 'confirmed']) {
    const before = node.methods.length
    await ask({ commitment })
    await ask({ commitment })
    const asked = node.methods.slice(before).filter((method) => method === 'getTransaction')
    expect([commitment, asked.length]).toEqual([commitment, commitment === 'finalized' ? 1 : 2])
  }
  // `finalized` is the node's default.
  await ask()
  await ask()
  expect(node.methods.filter((method) => method === 'getTransaction')).toHaveLength(4)
})
