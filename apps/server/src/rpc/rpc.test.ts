import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseConnection } from '../platform/db/Database.ts'
import { createTestApp, type TestApp } from '../testing/createTestApp.ts'
import { createTestContext, type TestContext } from '../testing/createTestContext.ts'
import { createTestDatabase } from '../testing/createTestDatabase.ts'
import { startAnvil, type TestAnvil } from '../testing/startAnvil.ts'
import { type FakeUpstream, onChain, startFakeUpstream } from '../testing/startFakeUpstream.ts'
import { testProjectId } from '../testing/testProjectId.ts'
import { until } from '../testing/until.ts'
import { classifyRpcError } from './classifyRpcError.ts'
import { createRpcService } from './createRpcService.ts'
import { sendJsonRpc } from './sendJsonRpc.ts'

const chainId = 'eip155:31337'
const chain = {
  chainId,
  name: 'Local One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const
const path = `/v1?chainId=${chainId}&projectId=${testProjectId}`
/** anvil's first account, whose key is public. */
const rich = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

let anvil: TestAnvil
let connection: DatabaseConnection
const contexts: TestContext[] = []
const fakes: FakeUpstream[] = []

beforeAll(async () => {
  anvil = await startAnvil()
  connection = await createTestDatabase()
})
afterAll(async () => {
  await Promise.all(contexts.map((context) => context.stop()))
  await Promise.all(fakes.map((fake) => fake.stop()))
  await anvil?.stop()
  await connection?.close()
})

async function fake(behaviour: Parameters<typeof startFakeUpstream>[0]): Promise<FakeUpstream> {
  const upstream = await startFakeUpstream(behaviour)
  fakes.push(upstream)
  return upstream
}

/** Creates the application with these upstreams. The first is chosen first, because each weight is a million times the next one. */
async function appOn(urls: readonly string[], more: { gatewayMethods?: string[] } = {}): Promise<TestApp> {
  const upstreams = urls.map((url, index) => ({ url, weight: 1_000_000 ** (urls.length - index) }))
  const context = await createTestContext({ connection, config: { chains: [{ ...chain, ...more, upstreams }] } })
  contexts.push(context)
  const test = await createTestApp({ context })
  // Probe all upstreams before the first call, so that only the weights decide.
  await Promise.all(test.rpc.chains.get(chainId)?.upstreams.map((upstream) => upstream.probe()) ?? [])
  return test
}

const post = ({ app }: TestApp, body: unknown, at = path) =>
  app.request(at, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })

const call = (method: string, params: unknown[] = [], id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

async function result(test: TestApp, method: string, params: unknown[] = []): Promise<unknown> {
  const response = await post(test, call(method, params))
  expect(response.status).toBe(200)
  const body = (await response.json()) as { result?: unknown; error?: unknown }
  return 'result' in body ? body.result : body
}

/** Methods on the old deny-list, and methods that it let through. */
const refusedMethods = [
  ...['anvil_setBalance', 'evm_mine', 'hardhat_reset', 'debug_traceTransaction', 'debug_traceCall', 'trace_block'],
  ...['admin_peers', 'personal_sign', 'miner_start', 'txpool_content', 'engine_newPayloadV1', 'ots_getApiLevel'],
  ...['eth_sendTransaction', 'eth_sendTransactionSync', 'eth_accounts', 'eth_sign', 'eth_signTypedData_v4'],
  ...['eth_subscribe', 'eth_newFilter', 'eth_getFilterChanges', 'wallet_sendCalls', 'eth_coinbase', 'eth_getWork'],
  ...[
    'perm_addAccountsToAllowlist',
    'plugins_reloadPluginConfig',
    'priv_getTransactionReceipt',
    'eea_sendRawTransaction',
  ],
  ...['qbft_proposeValidatorVote', 'ibft_proposeValidatorVote', 'clique_propose', 'net_enode', 'net_services'],
  ...['rpc_modules', 'dev_setNextBlock', 'erigon_getLogs', 'bor_getAuthor', 'reth_getBalanceChangesInBlock'],
  ...[
    'flashbots_getFeeRefundTotalsByRecipient',
    'proof_getTransactionByHash',
    'vault_getAccounts',
    'internal_getConfig',
  ],
  ...['testing_buildBlockV1', 'alchemy_getTokenBalances', 'alchemy_getAssetTransfers', 'qn_fetchNFTs'],
  ...['eth_sendBundle', 'eth_callBundle', 'eth_sendPrivateTransaction', 'eth_cancelPrivateTransaction'],
  ...['eth_setEtherbase', 'eth_fillTransaction', 'eth_resend', 'eth_pendingTransactions', 'net_peerCount'],
  ...['eth_getTransactionBySenderAndNonce', 'eth_sendRawTransactionConditional', 'ETH_CALL', 'eth_call ', '__proto__'],
]

/** One call of each method, as wallets, viem, wagmi or ethers make it. */
const passedMethods: [string, ...unknown[]][] = [
  ['eth_blobBaseFee'],
  ['eth_call', { to: rich, data: '0x' }, 'latest'],
  ['eth_chainId'],
  ['eth_createAccessList', { from: rich, to: rich }, 'latest'],
  ['eth_estimateGas', { from: rich, to: rich }],
  ['eth_feeHistory', '0x1', 'latest', []],
  ['eth_gasPrice'],
  ['eth_getBlockReceipts', 'latest'],
  ['eth_getBlockTransactionCountByNumber', 'latest'],
  ['eth_getCode', rich, 'latest'],
  ['eth_getLogs', { fromBlock: 'latest' }],
  ['eth_getProof', rich, [], 'latest'],
  ['eth_getStorageAt', rich, '0x0', 'latest'],
  ['eth_getTransactionByHash', `0x${'00'.repeat(32)}`],
  ['eth_getTransactionByBlockNumberAndIndex', 'latest', '0x0'],
  ['eth_getTransactionCount', rich, 'latest'],
  ['eth_getTransactionReceipt', `0x${'00'.repeat(32)}`],
  ['eth_maxPriorityFeePerGas'],
  ['eth_simulateV1', { blockStateCalls: [{ calls: [{ to: rich }] }] }, 'latest'],
  ['eth_syncing'],
  ['net_version'],
  ['net_listening'],
  ['web3_clientVersion'],
]

describe('the gateway on a real node', () => {
  let gateway: TestApp
  beforeAll(async () => {
    gateway = await appOn([anvil.url])
  })

  test('default', async () => {
    expect(await result(gateway, 'eth_getBalance', [rich, 'latest'])).toBe('0x21e19e0c9bab2400000')
    const withSlash = await post(gateway, call('eth_blockNumber'), path.replace('/v1?', '/v1/?'))
    expect(withSlash.status).toBe(200)
  })

  test('behavior: a batch is answered in order, with the callers’ ids', async () => {
    const response = await post(gateway, [
      call('eth_chainId', [], 'a'),
      call('eth_getBalance', [rich, 'latest'], 7),
      { jsonrpc: '2.0', method: 'eth_blockNumber' },
      { nonsense: true, id: 9 },
      call('debug_traceTransaction', ['0x'], 10),
    ])
    expect(await response.json()).toEqual([
      { jsonrpc: '2.0', id: 'a', result: '0x7a69' },
      { jsonrpc: '2.0', id: 7, result: '0x21e19e0c9bab2400000' },
      { jsonrpc: '2.0', id: 9, error: { code: -32600, message: 'Invalid Request' } },
      {
        jsonrpc: '2.0',
        id: 10,
        error: {
          code: -32601,
          message: 'Requested RPC call is not allowed',
          data: { code: 'rpc_method_not_allowed' },
        },
      },
    ])
  })

  test('behavior: a notification is executed and not answered', async () => {
    const response = await post(gateway, { jsonrpc: '2.0', method: 'eth_blockNumber' })
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
  })

  test('behavior: errors caused by the caller are passed on', async () => {
    expect(await result(gateway, 'eth_getBalance', ['0x12', 'latest'])).toMatchObject({ error: { code: -32602 } })
    const raw = await result(gateway, 'eth_sendRawTransaction', ['0x12'])
    expect(raw).toMatchObject({ error: { message: expect.any(String) } })
  })

  test('finding F12: threat 187: methods of operators, accounts, test tools and paid providers are refused', async () => {
    const calls = refusedMethods.map((method, id) => call(method, [], id))
    const answers = (await (await post(gateway, calls)).json()) as unknown[]
    for (const [id, method] of refusedMethods.entries()) {
      expect(answers[id], method).toEqual({
        ...{ jsonrpc: '2.0', id },
        error: {
          code: -32601,
          message: 'Requested RPC call is not allowed',
          data: { code: 'rpc_method_not_allowed' },
        },
      })
    }
    expect(await result(gateway, 'toString')).toMatchObject({ error: { code: -32601 } })
  })

  test('finding F12: reads of wallets, viem, wagmi and ethers still pass', async () => {
    const block = await result(gateway, 'eth_getBlockByNumber', ['latest', false])
    expect(block).toMatchObject({ hash: expect.any(String) })
    for (const [method, ...params] of passedMethods) {
      expect(await result(gateway, method, params), method).not.toMatchObject({
        error: { data: { code: 'rpc_method_not_allowed' } },
      })
    }
  })

  test('finding F12: the operator adds a method by its exact name, for one network', async () => {
    const test = await appOn([anvil.url], { gatewayMethods: ['anvil_nodeInfo'] })
    expect(await result(test, 'anvil_nodeInfo')).toMatchObject({ currentBlockNumber: expect.anything() })
    expect(await result(test, 'anvil_nodeinfo')).toMatchObject({ error: { code: -32601 } })
    expect(await result(test, 'anvil_metadata')).toMatchObject({ error: { code: -32601 } })
    expect(await result(gateway, 'anvil_nodeInfo')).toMatchObject({ error: { code: -32601 } })
  })

  test('error: bad requests', async () => {
    const refusal = async (response: Response) => {
      const body = (await response.json()) as { code: string; reasons: { field: string }[] }
      return [response.status, body.code, body.reasons[0]?.field]
    }
    expect(await refusal(await post(gateway, '{'))).toEqual([400, 'malformed_request', 'body'])
    expect(await refusal(await post(gateway, call('x'), '/v1?chainId=eip155:31337'))).toEqual([
      401,
      'project_missing',
      'authentication',
    ])
    for (const wrong of ['eip155:1', 'ethereum', '']) {
      const at = `/v1?chainId=${wrong}&projectId=${testProjectId}`
      expect(await refusal(await post(gateway, call('x'), at))).toEqual([400, 'unsupported_chain', 'chainId'])
    }
    const large = await post(gateway, `"${'x'.repeat(10 * 2 ** 20)}"`)
    expect(await refusal(large)).toEqual([413, 'payload_too_large', 'body'])
    const many = await post(
      gateway,
      Array.from({ length: 501 }, () => call('eth_chainId')),
    )
    expect(await refusal(many)).toEqual([400, 'malformed_request', 'body'])
    const got = await gateway.app.request(path)
    expect(await refusal(got)).toEqual([426, 'upgrade_required', 'upgrade'])
  })

  test('behavior: the list of chains needs no project and can be cached for a day', async () => {
    const response = await gateway.app.request('/v1/supported-chains', { headers: { origin: 'https://any.example' } })
    expect(await response.json()).toEqual({ http: [chainId], ws: [] })
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
  })

  test('behavior: a transaction that is sent twice counts once, even if it is already mined', async () => {
    const { privateKeyToAccount } = await import('viem/accounts')
    const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
    const serialized = await account.signTransaction({
      chainId: 31337,
      nonce: 0,
      to: rich,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 0n,
    })
    const first = await result(gateway, 'eth_sendRawTransaction', [serialized])
    expect(first).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await result(gateway, 'eth_sendRawTransaction', [serialized])).toBe(first)
    // Another process, which has not seen it: the node answers "nonce too low", and has it.
    const other = await appOn([anvil.url])
    expect(await result(other, 'eth_sendRawTransaction', [serialized])).toBe(first)
    // A chain that lost it accepts it again: no cache of ours prevents that.
    await anvil.request('anvil_reset')
    expect(await result(gateway, 'eth_getTransactionByHash', [first])).toBeNull()
    expect(await result(gateway, 'eth_sendRawTransaction', [serialized])).toBe(first)
    expect(await result(gateway, 'eth_getTransactionByHash', [first])).not.toBeNull()
  })
})

describe('failover', () => {
  const failures: [string, Parameters<typeof startFakeUpstream>[0]][] = [
    ['answers HTTP 500', onChain('0x7a69', (_calls, response) => void response.writeHead(500).end('{}'))],
    ['answers HTTP 429', onChain('0x7a69', (_calls, response) => void response.writeHead(429).end('{}'))],
    ['answers garbage', onChain('0x7a69', (_calls, response) => void response.end('<html>'))],
    ['answers to another id', onChain('0x7a69', (_calls, response) => void response.end('{"id":99,"result":"0x1"}'))],
    ['answers without a result', onChain('0x7a69', (_calls, response) => void response.end('{"id":0}'))],
    ['redirects', onChain('0x7a69', (_calls, response) => void response.writeHead(307, { location: '/x' }).end())],
    ['breaks the connection', onChain('0x7a69', (_calls, response) => void response.destroy())],
    ['is at its limit', onChain('0x7a69', () => ({ error: { code: -32005, message: 'limit exceeded' } }))],
    ['lacks the block', onChain('0x7a69', () => ({ error: { code: -32000, message: 'header not found' } }))],
    ['is behind', onChain('0x7a69', () => ({ error: { code: -32602, message: 'BlockOutOfRangeError' } }))],
    ['does not know the method', onChain('0x7a69', () => ({ error: { code: -32601, message: 'no such method' } }))],
    ['is on another chain', () => ({ result: '0x1' })],
    ['does not tell its chain', (_calls, response) => void response.end('{}')],
  ]

  test.each(failures)('behavior: a node that %s is replaced by the next', async (_name, behaviour) => {
    const broken = await fake(behaviour)
    const gateway = await appOn([broken.url, anvil.url])
    expect(await result(gateway, 'eth_getBalance', [rich, 'latest'])).toMatch(/^0x21e/)
    const batch = await post(gateway, [call('eth_getBalance', [rich, 'latest']), call('eth_gasPrice', [], 2)])
    expect(await batch.json()).toMatchObject([
      { result: expect.stringMatching(/^0x21e/) },
      { result: expect.any(String) },
    ])
  })

  test('behavior: an unreachable node is replaced by the next', async () => {
    const gone = await fake(() => ({ result: null }))
    await gone.stop()
    const gateway = await appOn([gone.url, anvil.url])
    expect(await result(gateway, 'eth_getBalance', [rich, 'latest'])).toMatch(/^0x21e/)
  })

  test('behavior: a hanging node is overtaken by the next after the usual response time', async () => {
    const hanging = await fake(onChain('0x7a69', () => undefined))
    const gateway = await appOn([hanging.url, anvil.url])
    const start = performance.now()
    expect(await result(gateway, 'eth_getBalance', [rich, 'latest'])).toMatch(/^0x21e/)
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(hanging.methods).toContain('eth_getBalance')
  })

  test('behavior: a node on another chain only gets the probe', async () => {
    const wrong = await fake(() => ({ result: '0x1' }))
    const gateway = await appOn([wrong.url, anvil.url])
    for (let index = 0; index < 5; index += 1) await result(gateway, 'eth_blockNumber')
    expect(new Set(wrong.methods)).toEqual(new Set(['eth_chainId']))
  })

  test('behavior: a node that fails repeatedly rests, and returns when it works', async () => {
    const ill = await fake(onChain('0x7a69', () => ({ result: '0x1' })))
    const gateway = await appOn([ill.url, anvil.url])
    // Even its probe fails: it stays out until it works, for calls of any duration.
    ill.behave((_calls, response) => void response.writeHead(500).end())
    const [upstream] = gateway.rpc.chains.get(chainId)?.upstreams ?? []
    const asked = () => ill.methods.filter((method) => method === 'eth_blockNumber').length
    await until(async () => (await result(gateway, 'eth_blockNumber')) !== undefined && !upstream?.serving())
    expect(asked()).toBeGreaterThanOrEqual(3)
    const before = asked()
    for (let index = 0; index < 10; index += 1) await result(gateway, 'eth_blockNumber')
    expect(asked()).toBe(before)
    ill.behave(onChain('0x7a69', () => ({ result: '0xabc' })))
    await until(async () => (await result(gateway, 'eth_blockNumber')) === '0xabc')
  })

  test('error: with every node down, the error names the field, for one call, a batch, and the service', async () => {
    const broken = await fake(onChain('0x7a69', (_calls, response) => void response.writeHead(503).end()))
    const wrong = await fake(() => ({ result: '0x1' }))
    const gone = await fake(() => ({ result: null }))
    await gone.stop()
    const gateway = await appOn([broken.url, wrong.url, gone.url])
    for (const body of [call('eth_blockNumber'), [call('eth_blockNumber'), call('eth_gasPrice', [], 2)]]) {
      const response = await post(gateway, body)
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('1')
      expect(await response.json()).toEqual({
        status: 'FAILED',
        code: 'upstream_unavailable',
        reasons: [{ field: 'chainId', description: 'Local One cannot be reached at the moment' }],
      })
    }
    const mixed = await post(gateway, [call('eth_chainId'), call('eth_blockNumber', [], 2)])
    expect(await mixed.json()).toMatchObject([
      { id: 1, result: '0x7a69' },
      { id: 2, error: { data: { code: 'upstream_unavailable' } } },
    ])
    await expect(gateway.rpc.request({ chainId, call: { method: 'eth_blockNumber' } })).rejects.toMatchObject({
      code: 'upstream_unavailable',
    })
  })

  test('error: a block that no node has reached is worth a retry, and the rest of the batch is answered', async () => {
    const gateway = await appOn([anvil.url])
    const behind = { code: -32603, data: { code: 'upstream_unavailable' } }
    expect(await result(gateway, 'eth_getBalance', [rich, '0xffffff'])).toMatchObject({ error: behind })
    const batch = await post(gateway, [call('eth_getBalance', [rich, '0xffffff']), call('eth_gasPrice', [], 2)])
    expect(await batch.json()).toMatchObject([
      { id: 1, error: behind },
      { id: 2, result: expect.any(String) },
    ])
  })

  test('behavior: an error of every node is the answer', async () => {
    const refusing = () => onChain('0x7a69', () => ({ error: { code: -32601, message: 'the method does not exist' } }))
    const urls = [(await fake(refusing())).url, (await fake(refusing())).url]
    const gateway = await appOn(urls, { gatewayMethods: ['eth_unheardOf'] })
    expect(await result(gateway, 'eth_unheardOf')).toMatchObject({ error: { code: -32601 } })
  })

  test('behavior: a killed and restarted node serves again', async () => {
    const mortal = await startAnvil()
    const gateway = await appOn([mortal.url])
    expect(await result(gateway, 'eth_blockNumber')).toBe('0x0')
    await mortal.stop()
    expect((await post(gateway, call('eth_blockNumber'))).status).toBe(503)
    const again = await startAnvil({ port: mortal.port })
    expect(await result(gateway, 'eth_blockNumber')).toBe('0x0')
    await again.stop()
  })

  test('behavior: a transaction is never sent to two nodes at once', async () => {
    const slow = await fake(
      onChain('0x7a69', (_calls, response) => {
        setTimeout(() => response.end(JSON.stringify({ jsonrpc: '2.0', id: 0, result: '0x1' })), 1_500)
        return undefined
      }),
    )
    const second = await fake(onChain('0x7a69', () => ({ result: '0x2' })))
    const gateway = await appOn([slow.url, second.url])
    expect(await result(gateway, 'eth_sendRawTransaction', ['0x1234'])).toBe('0x1')
    expect(slow.methods).toContain('eth_sendRawTransaction')
    expect(second.methods).not.toContain('eth_sendRawTransaction')
  })
})

describe('sharing answers', () => {
  let counting: FakeUpstream
  let gateway: TestApp
  let height = '0x1000'
  beforeEach(async () => {
    height = '0x1000'
    counting = await fake(
      onChain('0x7a69', ([first]) => ({ result: first?.method === 'eth_blockNumber' ? height : { number: '0x1' } })),
    )
    gateway = await appOn([counting.url])
    await result(gateway, 'eth_blockNumber')
    counting.methods.length = 0
  })

  test('behavior: concurrent identical calls are sent once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => result(gateway, 'eth_getBalance', [rich, 'latest'])))
    expect(counting.methods).toEqual(['eth_getBalance'])
    await result(gateway, 'eth_getBalance', [rich, 'latest'])
    expect(counting.methods).toHaveLength(2)
  })

  test('behavior: immutable answers are requested once', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    for (let index = 0; index < 3; index += 1) {
      await result(gateway, 'eth_getBlockByHash', [hash, false])
      await result(gateway, 'eth_getBlockByNumber', ['0x10', false])
      await post(gateway, [call('eth_getBlockByHash', [hash, false]), call('eth_getBlockByNumber', ['0x10', false])])
    }
    expect(counting.methods).toEqual(['eth_getBlockByHash', 'eth_getBlockByNumber'])
  })

  test('behavior: answers that a reorganization can change are requested each time', async () => {
    for (let index = 0; index < 2; index += 1) await result(gateway, 'eth_getBlockByNumber', ['0xfff', false])
    expect(counting.methods).toHaveLength(2)
  })

  test('behavior: a reset chain clears the old answers', async () => {
    await result(gateway, 'eth_getBlockByNumber', ['0x10', false])
    height = '0x20'
    await result(gateway, 'eth_blockNumber')
    await result(gateway, 'eth_getBlockByNumber', ['0x10', false])
    expect(counting.methods.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(2)
  })
})

test('error: every call of a batch counts against the limit', async () => {
  const context = await createTestContext({
    connection,
    config: { chains: [{ ...chain, upstreams: [{ url: anvil.url }] }], limits: { rpcPerMinute: 10 } },
  })
  contexts.push(context)
  const gateway = await createTestApp({ context })
  const batch = (size: number) =>
    post(
      gateway,
      Array.from({ length: size }, (_, id) => call('eth_chainId', [], id)),
    )
  expect((await batch(6)).status).toBe(200)
  expect((await post(gateway, call('eth_chainId'))).status).toBe(200)
  const refused = await batch(6)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
})

test('error: an oversized answer is not read to its end, and does not count as the node’s failure', async () => {
  const url = (
    await fake((_calls, response) => void response.end(JSON.stringify({ id: 0, result: 'x'.repeat(2_000) })))
  ).url
  const calls = [{ method: 'eth_getLogs' }]
  const whole = await sendJsonRpc({ url, calls, timeout: 5_000 })
  expect(whole.outcomes).toEqual([{ result: 'x'.repeat(2_000) }])
  const { outcomes } = await sendJsonRpc({ url, calls, timeout: 5_000, maxBytes: 1_000 })
  expect(outcomes).toEqual([{ error: { code: -32005, message: expect.stringContaining('exceeds 1000 bytes') } }])
  const [outcome] = outcomes
  expect(outcome && 'error' in outcome && classifyRpcError(outcome.error)).toBe('caller')
})

test('createRpcService: error: a chain that is not configured', async () => {
  const context = await createTestContext({ connection })
  contexts.push(context)
  const rpc = createRpcService({ context })
  await expect(rpc.call({ chainId: 'eip155:1', call: { method: 'eth_chainId' } })).rejects.toMatchObject({
    code: 'unsupported_chain',
    field: 'chainId',
  })
})

test('createRpcService: behavior: a caller that aborts only ends its own call', async () => {
  const hanging = await fake(onChain('0x7a69', () => undefined))
  const { rpc } = await appOn([hanging.url])
  const controller = new AbortController()
  const given = rpc.call({ chainId, call: { method: 'eth_blockNumber' }, signal: controller.signal })
  await until(() => hanging.methods.includes('eth_blockNumber'))
  controller.abort(new Error('no longer needed'))
  await expect(given).rejects.toThrow('no longer needed')
})
