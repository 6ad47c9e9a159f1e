import { expect, onTestFinished, test, vi } from 'vitest'
import { createBrowserEnvironment } from '../../environment/createBrowserEnvironment.ts'
import { localOne, localTwo } from '../../testing/testNetworks.ts'
import type { Connector, Eip1193Provider } from '../Connector.ts'
import type { createSafeConnector } from './createSafeConnector.ts'
import { isInSafe } from './isInSafe.ts'

const safe = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const [safeTxHash, txHash, messageHash] = ['aa', 'bb', 'cc'].map((pair) => `0x${pair.repeat(32)}`)
const info = { safeAddress: safe.toLowerCase(), chainId: 31337, threshold: 1, owners: [friend], isReadOnly: false }

type Asked = { id: string; method: string; params: unknown; env: { sdkVersion: string } }
type Answer = { data: unknown } | { error: string }
/** Values that the app's page in the frame exposes to the test. */
type App = Window & { safe: ReturnType<typeof createSafeConnector>; inSafe: Promise<boolean> }

const urlOf = (file: string) => new URL(file, import.meta.url).href

/**
 * Makes this page a Safe that holds an app in a frame. The frame is a separate document and talks to its parent with our code. `answers`
 * has the Safe's answer by method; without one, the Safe is silent.
 */
async function openApp({
  answers,
  version = '1.18.0',
}: {
  answers: Record<string, (params: never) => Answer | undefined>
  version?: string
}) {
  const asked: Asked[] = []
  const frame = document.createElement('iframe')
  const listen = ({ data, source, origin }: MessageEvent<Asked>) => {
    if (source !== frame.contentWindow || typeof data?.method !== 'string') return
    asked.push(data)
    const answer = answers[data.method]?.(data.params as never)
    if (answer) frame.contentWindow?.postMessage({ id: data.id, success: 'data' in answer, version, ...answer }, origin)
  }
  window.addEventListener('message', listen)
  const html = `<!doctype html><html lang="en"><body><script>
    // The test runner rewrites imports to go through itself, and is not in this document.
    window.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() }
  </script><script type="module">
    import { createBrowserEnvironment } from '${urlOf('../../environment/createBrowserEnvironment.ts')}'
    import { createSafeConnector } from '${urlOf('./createSafeConnector.ts')}'
    import { isInSafe } from '${urlOf('./isInSafe.ts')}'
    const real = createBrowserEnvironment({ storage: undefined })
    // Waiting for owners takes no time here.
    const environment = { ...real, setTimeout: (callback, ms) => real.setTimeout(callback, ms > 300 && ms < 5000 ? 0 : ms) }
    window.safe = createSafeConnector({ environment })
    window.inSafe = isInSafe({ environment })
  </script></body></html>`
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
  frame.src = url
  document.body.append(frame)
  onTestFinished(() => {
    window.removeEventListener('message', listen)
    URL.revokeObjectURL(url)
    frame.remove()
  })
  const app = frame.contentWindow as App
  await vi.waitUntil(() => 'inSafe' in app, { timeout: 8_000 })
  const connector: Connector = app.safe
  const request = (method: string, ...params: unknown[]) =>
    (connector.getProvider() as Eip1193Provider).request({ method, params })
  const askedOf = (method: string) => asked.filter((each) => each.method === method).map(({ params }) => params)
  return { app, connector, request, asked, askedOf }
}

const silently = { silent: true, signal: new AbortController().signal }
const getSafeInfo = () => ({ data: info })

test('default: inside a Safe it is found, and connects without a prompt', async () => {
  const { app, connector, request, asked } = await openApp({ answers: { getSafeInfo } })
  expect(await app.inSafe).toBe(true)
  expect(connector.info).toMatchObject({ id: 'safe', type: 'safe', namespace: 'eip155' })
  expect(await connector.connect(silently)).toEqual({
    accounts: [{ namespace: 'eip155', address: safe, type: 'smartAccount' }],
    chainId: 'eip155:31337',
  })
  expect(await request('eth_accounts')).toEqual([safe])
  expect(await request('eth_requestAccounts')).toEqual([safe])
  expect(await request('eth_coinbase')).toBe(safe)
  expect(await request('eth_chainId')).toBe('0x7a69')
  expect(await request('net_version')).toBe('31337')
  expect(await request('wallet_getCapabilities', safe)).toEqual({
    '0x7a69': { atomic: { status: 'supported' } },
  })
  // One request to find it, one to connect.
  expect(asked.map(({ method, env }) => [method, env])).toStrictEqual([
    ['getSafeInfo', { sdkVersion: '9.1.0' }],
    ['getSafeInfo', { sdkVersion: '9.1.0' }],
  ])
  expect(new Set(asked.map(({ id }) => id)).size).toBe(2)
  await connector.disconnect()
})

test('behavior: a transaction has the network’s own hash, once the owners have signed', async () => {
  const states: Answer[] = [
    { error: 'not found yet' },
    { data: { txStatus: 'AWAITING_CONFIRMATIONS', txHash: null } },
    { data: { txStatus: 'SUCCESS', txHash } },
  ]
  const { request, askedOf } = await openApp({
    answers: {
      getSafeInfo,
      sendTransactions: () => ({ data: { safeTxHash } }),
      getTxBySafeTxHash: () => (states.length > 1 ? states.shift() : states[0]),
    },
  })
  expect(await request('eth_sendTransaction', { from: safe, to: friend, value: '0x10', gas: '0x5208' })).toBe(txHash)
  expect(askedOf('sendTransactions')).toStrictEqual([{ txs: [{ to: friend, value: '16', data: '0x' }], params: {} }])
  expect(askedOf('getTxBySafeTxHash')).toStrictEqual(Array(3).fill({ safeTxHash }))
})

test('error: a cancellation or refusal by the owners is a rejection; a Safe is never asked for unsupported requests', async () => {
  let declines = false
  const { request, askedOf } = await openApp({
    answers: {
      getSafeInfo,
      sendTransactions: () => (declines ? { error: 'Transaction was rejected' } : { data: { safeTxHash } }),
      getTxBySafeTxHash: () => ({ data: { txStatus: 'CANCELLED', txHash: null } }),
      signMessage: () => ({ error: 'Something broke' }),
    },
  })
  const send = (call: object) => request('eth_sendTransaction', call)
  await expect(send({ to: friend })).rejects.toMatchObject({ code: 4001 })
  declines = true
  await expect(send({ to: friend })).rejects.toMatchObject({ code: 4001 })
  expect(askedOf('sendTransactions')).toHaveLength(2)
  await expect(send({ data: '0x00' })).rejects.toMatchObject({ code: -32602 })
  await expect(send({ to: friend, value: '-1' })).rejects.toMatchObject({ code: -32602 })
  await expect(send({ to: friend, data: 'transfer' })).rejects.toMatchObject({ code: -32602 })
  await expect(send({ to: friend, from: friend })).rejects.toMatchObject({ code: -32602 })
  await expect(send({ to: friend, chainId: '0x1' })).rejects.toMatchObject({ code: 4902 })
  expect(askedOf('sendTransactions')).toHaveLength(2)
  await expect(request('personal_sign', '0x00', safe)).rejects.toMatchObject({
    code: -32603,
    message: 'Something broke',
  })
  await expect(request('personal_sign', '0x00', friend)).rejects.toMatchObject({ code: -32602 })
  await expect(request('eth_sign', safe, '0x00')).rejects.toMatchObject({ code: 4200 })
  await expect(request('wallet_getSnaps')).rejects.toMatchObject({ code: 4200 })
})

test('behavior: several calls are one batch with a status', async () => {
  let receipt: unknown = null
  const { request, askedOf } = await openApp({
    answers: {
      getSafeInfo,
      sendTransactions: () => ({ data: { safeTxHash } }),
      getTxBySafeTxHash: () => ({ data: { txStatus: 'SUCCESS', txHash } }),
      rpcCall: () => ({ data: receipt }),
    },
  })
  const calls = [
    { to: friend, value: '0x1' },
    { to: friend, data: '0xa9059cbb' },
  ]
  const batch = { version: '2.0.0', from: safe, chainId: '0x7a69', atomicRequired: true, calls }
  expect(await request('wallet_sendCalls', batch)).toEqual({ id: safeTxHash })
  expect(await request('wallet_sendCalls', { ...batch, version: '1.0' })).toBe(safeTxHash)
  expect(askedOf('sendTransactions')[0]).toStrictEqual({
    txs: [
      { to: friend, value: '1', data: '0x' },
      { to: friend, value: '0', data: '0xa9059cbb' },
    ],
    params: {},
  })
  expect(await request('wallet_getCallsStatus', safeTxHash)).toMatchObject({ status: 100, atomic: true })
  receipt = { transactionHash: txHash, status: '0x1' }
  expect(await request('wallet_getCallsStatus', safeTxHash)).toEqual({
    version: '2.0.0',
    id: safeTxHash,
    chainId: '0x7a69',
    atomic: true,
    status: 200,
    receipts: [receipt],
  })
  await expect(request('wallet_sendCalls', { ...batch, calls: [] })).rejects.toMatchObject({ code: -32602 })
  await expect(request('wallet_getCallsStatus', 'mine')).rejects.toMatchObject({ code: -32602 })
})

test('behavior: a signature immediately, after all owners have signed, or through a transaction', async () => {
  const ways: Answer[] = [{ data: { signature: '0x1234' } }, { data: { messageHash } }, { data: { safeTxHash } }]
  const signatures: Answer[] = [{ data: '' }, { data: '0x5678' }]
  const { request, askedOf } = await openApp({
    answers: {
      getSafeInfo,
      signMessage: () => ways.shift(),
      signTypedMessage: () => ({ data: { signature: '0x9abc' } }),
      getOffChainSignature: () => signatures.shift(),
      getTxBySafeTxHash: () => ({ data: { txStatus: 'SUCCESS', txHash } }),
    },
  })
  expect(await request('personal_sign', '0x48', safe)).toBe('0x1234')
  expect(await request('personal_sign', '0x48', safe.toLowerCase())).toBe('0x5678')
  expect(askedOf('getOffChainSignature')).toStrictEqual([messageHash, messageHash])
  expect(await request('personal_sign', '0x48', safe)).toBe('0x')
  expect(askedOf('signMessage')).toStrictEqual(Array(3).fill({ message: '0x48' }))
  const typedData = { domain: {}, types: {}, primaryType: 'Mail', message: {} }
  expect(await request('eth_signTypedData_v4', safe, JSON.stringify(typedData))).toBe('0x9abc')
  expect(askedOf('signTypedMessage')).toStrictEqual([{ typedData }])
  await expect(request('eth_signTypedData_v4', safe, '{')).rejects.toMatchObject({ code: -32602 })
})

test('behavior: reads go through the Safe, which stays on its network', async () => {
  const { connector, request, askedOf } = await openApp({
    answers: {
      getSafeInfo,
      rpcCall: ({ call }: { call: string }) => ({ data: call === 'eth_getBlockByNumber' ? { number: '0x7' } : '0x5' }),
    },
  })
  expect(await request('eth_getBalance', safe, 'latest')).toBe('0x5')
  expect(await request('eth_blockNumber')).toBe('0x7')
  expect(askedOf('rpcCall')).toStrictEqual([
    { call: 'eth_getBalance', params: [safe, 'latest'] },
    { call: 'eth_getBlockByNumber', params: ['latest', false] },
  ])
  expect(await request('wallet_switchEthereumChain', { chainId: '0x7a69' })).toBeNull()
  await expect(request('wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({
    message: 'chain not found on connector.',
  })
  await connector.switchNetwork?.({ network: localOne })
  await expect(connector.switchNetwork?.({ network: localTwo })).rejects.toMatchObject({
    code: 'chain_not_on_connector',
  })
})

test('behavior: threat: only messages of the surrounding page are accepted', async () => {
  const { app, connector, asked } = await openApp({ answers: {} })
  await vi.waitUntil(() => asked.length > 0)
  const forge = ({ id, source, origin }: { id: string; source: Window; origin: string }) =>
    app.dispatchEvent(
      new MessageEvent('message', { data: { id, success: true, version: '1.0.0', data: info }, source, origin }),
    )
  const id = asked[0]?.id ?? ''
  forge({ id, source: app, origin: location.origin })
  forge({ id: 'another', source: window, origin: location.origin })
  forge({ id, source: window, origin: 'http://insecure.example' })
  forge({ id, source: window, origin: 'http://localhost.evil.example' })
  expect(await app.inSafe).toBe(false)

  const connecting = connector.connect(silently)
  await vi.waitUntil(() => asked.length > 1)
  forge({ id: asked[1]?.id ?? '', source: window, origin: 'https://safe.example' })
  expect((await connecting)?.accounts[0].address).toBe(safe)
  // From here on, only that Safe gets requests. This page has another origin and gets none.
  const posting = vi.spyOn(window, 'postMessage')
  onTestFinished(() => posting.mockRestore())
  const reading = (connector.getProvider() as Eip1193Provider).request({ method: 'eth_gasPrice' })
  reading.catch(() => {})
  await vi.waitUntil(() => posting.mock.calls.length > 0)
  expect(posting.mock.calls.map(([data, target]) => [(data as Asked).method, target])).toEqual([
    ['rpcCall', 'https://safe.example'],
  ])
})

test.each([
  ['says nothing', undefined, '1.0.0'],
  ['refuses', { error: 'no' }, '1.0.0'],
  ['has no address', { data: {} }, '1.0.0'],
  ['speaks no version', { data: info }, ''],
])('behavior: a surrounding page that %s is not a Safe', async (_, answer, version) => {
  const { app } = await openApp({ answers: { getSafeInfo: () => answer }, version })
  expect(await app.inSafe).toBe(false)
})

test('behavior: a page without a parent sends no request', async () => {
  const postMessage = vi.fn()
  const alone: Record<string, unknown> = { postMessage }
  alone.parent = alone
  const environment = createBrowserEnvironment({ storage: undefined })
  expect(await isInSafe({ environment: { ...environment, page: () => alone as never } })).toBe(false)
  expect(await isInSafe({ environment: { ...environment, page: () => undefined } })).toBe(false)
  expect(postMessage).not.toHaveBeenCalled()
})
