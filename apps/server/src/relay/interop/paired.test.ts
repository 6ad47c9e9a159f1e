import { createPairedWallet, type PairedWallet, type PairedWalletParameters } from '@latchkey/testkit'
import { createAppClient, createMemoryStorage, formatAuthenticationMessage } from '@latchkey/walletconnect'
import { parseTransaction, recoverMessageAddress, recoverTransactionAddress } from 'viem'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { guardNetwork } from '../../testing/guardNetwork.ts'
import { type FakeUpstream, startFakeUpstream } from '../../testing/startFakeUpstream.ts'
import { until } from '../../testing/until.ts'
import { startTestRelay, type TestRelay } from '../testing/startTestRelay.ts'
import { createEventLog } from './testing/createEventLog.ts'
import { createTheirApp } from './testing/createOracleClients.ts'
import { nodeEnvironment } from './testing/createOurClients.ts'
import { sign } from './testing/flows.ts'
import { interopAccounts, interopChains, interopKeys, interopSignIn, toMetadata } from './testing/interopWorld.ts'

const network = guardNetwork()
const [chain, otherChain] = interopChains
const addressOf = (index: number) => interopAccounts[index]?.address ?? '0x'
const asked = {
  eip155: {
    chains: [chain, otherChain],
    methods: [
      'personal_sign',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'eth_signTransaction',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_getCapabilities',
    ],
    events: ['chainChanged', 'accountsChanged'],
  },
}

let relay: TestRelay
let node: FakeUpstream
const sent: string[] = []
beforeAll(async () => {
  relay = await startTestRelay()
  const answers: Record<string, string> = {
    eth_chainId: '0x7a6b',
    eth_getTransactionCount: '0x7',
    eth_estimateGas: '0x5208',
    eth_gasPrice: '0x3b9aca00',
  }
  node = await startFakeUpstream(([call]) => {
    if (call?.method !== 'eth_sendRawTransaction') return { result: answers[call?.method ?? ''] }
    sent.push(String(call.params[0]))
    return { result: `0x${'ab'.repeat(32)}` }
  })
})
afterAll(async () => {
  await Promise.all([relay?.stop(), node?.stop()])
  network.release()
  expect(network.attempts).toStrictEqual([])
})

/** A wallet and an app of ours, which stop at the end of the test. */
function createWorld({ onTestFinished }: TestContext, parameters: Partial<PairedWalletParameters> = {}) {
  const { url, projectId } = relay
  const wallet = (more: Partial<PairedWalletParameters> = {}) => {
    const made = createPairedWallet({
      relays: [url],
      projectId,
      accounts: [{ privateKey: interopKeys[0] }, { privateKey: interopKeys[1], name: 'Savings' }],
      chains: [
        { id: 31337, name: 'Local One', rpcUrl: node.url },
        { id: 31338, name: 'Local Two', rpcUrl: node.url },
      ],
      environment: nodeEnvironment(),
      ...parameters,
      ...more,
    })
    onTestFinished(made.destroy)
    return made
  }
  const app = createAppClient({
    relays: [{ url, projectId }],
    metadata: toMetadata('the app'),
    environment: nodeEnvironment(),
  })
  onTestFinished(app.destroy)
  const log = createEventLog<{ type: string; name?: string; data?: unknown }>({ owner: 'the app' })
  app.subscribe((event) => log.push(event))
  const ask = (topic: string, method: string, ...params: unknown[]) =>
    app.request({ topic, chainId: chain, method, params })
  return { app, wallet, ask, hear: (name: string) => log.take((event) => event.name === name) }
}

async function connect(world: ReturnType<typeof createWorld>, wallet: PairedWallet) {
  const { uri, approval } = await world.app.pair({ optionalNamespaces: asked })
  await wallet.pair(uri)
  const { session } = await approval
  await until(() => wallet.getState().sessions.some(({ topic }) => topic === session.topic))
  return session
}

test.concurrent('default: approves automatically, and signs', async (context) => {
  const world = createWorld(context)
  const wallet = world.wallet()
  const { topic, namespaces } = await connect(world, wallet)
  expect(namespaces.eip155?.accounts).toStrictEqual([`${chain}:${addressOf(0)}`, `${otherChain}:${addressOf(0)}`])
  expect(wallet.getState()).toMatchObject({ ready: true, permitted: true, sessions: [{ topic, chain }] })
  const signature = await world.ask(topic, 'personal_sign', '0x6869', addressOf(0))
  expect(await recoverMessageAddress({ message: 'hi', signature: signature as `0x${string}` })).toBe(addressOf(0))
  expect(await wallet.waitForRequest({ method: 'personal_sign' })).toMatchObject({ params: ['0x6869', addressOf(0)] })
  expect(wallet.requests().map(({ method }) => method)).toStrictEqual(['wc_sessionPropose', 'personal_sign'])
  await wallet.disconnect()
  await until(() => world.app.sessions().length === 0)
  expect(wallet.getState()).toMatchObject({ sessions: [], permitted: false })
})

test.concurrent('behavior: asks its owner, shows the request, and answers with the decision', async (context) => {
  const world = createWorld(context, { policy: 'ask' })
  const wallet = world.wallet()
  const refused = await world.app.pair({ optionalNamespaces: asked })
  await wallet.pair(refused.uri)
  expect(await wallet.reject()).toStrictEqual({ error: { code: 5000, message: 'User rejected.' } })
  await expect(refused.approval).rejects.toMatchObject({ code: 'user_rejected', rpcCode: 5000 })

  const agreed = await world.app.pair({ optionalNamespaces: asked })
  await wallet.pair(agreed.uri)
  await wallet.waitForRequest({ method: 'wc_sessionPropose' })
  await until(() => wallet.getState().approvals.length === 1)
  expect(wallet.getState().approvals[0]).toMatchObject({
    kind: 'connect',
    peer: { name: 'the app' },
    namespaces: { eip155: { chains: [chain, otherChain] } },
    asked: { optional: asked, required: {} },
  })
  await wallet.approve()
  const { session } = await agreed.approval

  const signing = world.ask(session.topic, 'personal_sign', '0x6869', addressOf(0))
  await until(() => wallet.getState().approvals.length === 1)
  const [approval] = wallet.getState().approvals
  expect(approval).toMatchObject({
    kind: 'request',
    method: 'personal_sign',
    chain,
    network: { name: 'Local One' },
    account: { index: 0, address: addressOf(0) },
  })
  await wallet.reject(approval?.id)
  await expect(signing).rejects.toMatchObject({ rpcCode: 5000 })
  await expect(wallet.approve(approval?.id)).rejects.toThrow('Nothing with the id')
})

test.concurrent("behavior: signs the owner's replacement instead of the request", async (context) => {
  const world = createWorld(context)
  const wallet = world.wallet()
  const { topic } = await connect(world, wallet)
  wallet.setPolicy('ask')
  const transaction = { from: addressOf(0), to: addressOf(1), value: '0x1' }
  const signing = world.ask(topic, 'eth_signTransaction', transaction)
  await until(() => wallet.getState().approvals.length === 1)
  const answer = await wallet.approve(undefined, { params: [{ ...transaction, nonce: '0x2a', value: '0x5' }] })
  const raw = (await signing) as `0x02${string}`
  expect(answer).toStrictEqual({ result: raw })
  expect(parseTransaction(raw)).toMatchObject({ nonce: 42, value: 5n, chainId: 31337 })
  expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(addressOf(0))
})

test.concurrent('behavior: completes transactions and sends them to the network of the request', async (context) => {
  const world = createWorld(context)
  const { topic } = await connect(world, world.wallet())
  const params = [{ from: addressOf(0), to: addressOf(1), value: '0x1' }]
  const hash = await world.app.request({ topic, chainId: otherChain, method: 'eth_sendTransaction', params })
  expect(hash).toBe(`0x${'ab'.repeat(32)}`)
  expect(parseTransaction(sent[0] as `0x${string}`)).toMatchObject({ chainId: 31338, nonce: 7, gas: 21_000n })
})

/** A node that accepts a transaction, and answers on command. */
async function startSlowNode(context: TestContext) {
  let release = () => {}
  const slow = await startFakeUpstream(([call], response) => {
    if (call?.method !== 'eth_sendRawTransaction')
      return { result: call?.method === 'eth_chainId' ? '0x7a69' : '0x5208' }
    const result = `0x${'cd'.repeat(32)}`
    release = () => response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result }))
    return undefined
  })
  context.onTestFinished(slow.stop)
  const chains = [{ id: 31337, name: 'Slow', rpcUrl: slow.url }] as const
  const taken = () => slow.methods.filter((method) => method === 'eth_sendRawTransaction').length
  return { chains, taken, release: () => release() }
}

test.concurrent('behavior: threat 77: a sent transaction is never reported as failed', async (context) => {
  const node = await startSlowNode(context)
  const world = createWorld(context, { chains: node.chains })
  const wallet = world.wallet()
  const { topic } = await connect(world, wallet)
  wallet.setPolicy('ask')
  const sending = world.ask(topic, 'eth_sendTransaction', { from: addressOf(0), to: addressOf(1), value: '0x1' })
  const sent = expect(sending).rejects.toMatchObject({ code: 'wallet_disconnected' })
  await until(() => wallet.getState().approvals.length === 1)
  const answer = wallet.approve()
  await until(() => node.taken() === 1)
  await world.app.disconnect({ topic })
  await sent
  await until(() => wallet.getState().sessions.length === 0)
  node.release()
  expect(await answer).toStrictEqual({ result: `0x${'cd'.repeat(32)}`, untold: true })
})

test.concurrent('behavior: threat 77: a wallet that stopped while sending does not send again', async (context) => {
  const node = await startSlowNode(context)
  const kept = new Map<string, string>()
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const world = createWorld(context, { chains: node.chains, storage: createMemoryStorage(), memory })
  const before = world.wallet()
  const { topic } = await connect(world, before)
  before.setPolicy('ask')
  world.ask(topic, 'eth_sendTransaction', { from: addressOf(0), to: addressOf(1), value: '0x1' }).catch(() => {})
  await until(() => before.getState().approvals.length === 1)
  void before.approve()
  await until(() => node.taken() === 1)
  before.destroy()

  const after = world.wallet({ policy: 'approve' })
  await after.ready()
  after.setPolicy('approve')
  await until(() => after.getState().refusals.length === 1)
  expect(after.getState().refusals[0]).toMatchObject({ method: 'eth_sendTransaction', reason: { code: -32603 } })
  // Later requests are served.
  await world.ask(topic, 'personal_sign', '0x6869', addressOf(0))
  expect(node.taken()).toBe(1)
})

test.concurrent('error: refuses unsupported requests automatically', async (context) => {
  const world = createWorld(context, { policy: 'ask' })
  const wallet = world.wallet()
  const foreign = await world.app.pair({
    optionalNamespaces: {},
    requiredNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
  })
  await wallet.pair(foreign.uri)
  await expect(foreign.approval).rejects.toMatchObject({ rpcCode: 5100 })
  wallet.setPolicy('approve')
  const { topic } = await connect(world, wallet)
  wallet.setPolicy('ask')
  await expect(world.ask(topic, 'personal_sign', '0x6869', addressOf(1))).rejects.toMatchObject({ rpcCode: 4100 })
  await expect(world.ask(topic, 'wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({
    rpcCode: 4902,
  })
  await expect(world.ask(topic, 'wallet_getCapabilities', addressOf(1))).rejects.toMatchObject({ rpcCode: 4100 })
  expect(await world.ask(topic, 'wallet_getCapabilities', addressOf(0), ['0x7a69'])).toStrictEqual({ '0x7a69': {} })
  expect(wallet.getState().approvals).toStrictEqual([])
  await expect(world.ask(topic, 'eth_signTypedData_v4', addressOf(0), '{')).rejects.toMatchObject({ rpcCode: -32603 })
  expect(wallet.getState().refusals.map(({ reason }) => reason.code)).toStrictEqual([5100, 4100, 4902, 4100, -32603])
})

test.concurrent('behavior: notifies apps of another account and network, chosen by either side', async (context) => {
  const world = createWorld(context)
  const wallet = world.wallet()
  const { topic } = await connect(world, wallet)
  await wallet.setAccount(1)
  expect(await world.hear('accountsChanged')).toMatchObject({ data: [addressOf(1)] })
  expect(world.app.sessions()[0]?.namespaces.eip155?.accounts[0]).toBe(`${chain}:${addressOf(1)}`)
  await wallet.switchChain({ chain: otherChain })
  expect(await world.hear('chainChanged')).toMatchObject({ data: 31338 })
  expect(wallet.getState().sessions).toMatchObject([{ chain: otherChain }])
  expect(await world.ask(topic, 'wallet_switchEthereumChain', { chainId: '0x7a69' })).toBeNull()
  expect(await world.hear('chainChanged')).toMatchObject({ data: 31337 })
  const added = { chainId: '0x7a6b', chainName: 'Local Three', rpcUrls: [node.url] }
  expect(await world.ask(topic, 'wallet_addEthereumChain', added)).toBeNull()
  expect(await world.hear('chainChanged')).toMatchObject({ data: 31339 })
  expect(world.app.sessions()[0]?.namespaces.eip155?.accounts).toContain(`eip155:31339:${addressOf(1)}`)
  expect(wallet.getState().chains.map(({ name }) => name)).toStrictEqual(['Local One', 'Local Two', 'Local Three'])
  await expect(wallet.switchChain({ chain: 'eip155:5' })).rejects.toThrow('The wallet has no chain eip155:5')
})

test.concurrent('behavior: resumes after a restart, with the waiting requests', async (context) => {
  const kept = new Map<string, string>()
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const world = createWorld(context, { storage: createMemoryStorage(), memory })
  const before = world.wallet()
  const { topic } = await connect(world, before)
  await before.setAccount(1)
  await before.switchChain({ chain: otherChain, topic })
  before.setPolicy('ask')
  const signing = world.ask(topic, 'personal_sign', '0x6869', addressOf(1))
  await until(() => before.getState().approvals.length === 1)
  before.destroy()

  const after = world.wallet()
  await after.ready()
  expect(after.getState()).toMatchObject({ account: 1, policy: 'ask', sessions: [{ topic, chain: otherChain }] })
  await after.approve()
  expect(await recoverMessageAddress({ message: 'hi', signature: (await signing) as `0x${string}` })).toBe(addressOf(1))
})

test.concurrent('behavior: one-click sign-in signs the text that was shown', async (context) => {
  const world = createWorld(context, { policy: 'ask' })
  const wallet = world.wallet()
  const { uri, approval } = await world.app.pair({
    optionalNamespaces: asked,
    authenticate: { ...interopSignIn, version: '1', issuedAt: '2026-11-20T20:00:00Z' },
  })
  await wallet.pair(uri)
  await until(() => wallet.getState().approvals.length === 1)
  const [shown] = wallet.getState().approvals
  if (shown?.kind !== 'signIn') throw new Error('It is no sign-in')
  await wallet.approve()
  const { authentications, session } = await approval
  expect(shown.messages.map(({ text }) => text)).toStrictEqual(
    authentications.map(({ p }) => formatAuthenticationMessage(p)),
  )
  for (const { p, s } of authentications) {
    const message = formatAuthenticationMessage(p)
    expect(await recoverMessageAddress({ message, signature: s.s as `0x${string}` })).toBe(addressOf(0))
  }
  expect(session.namespaces.eip155?.methods).toContain('personal_sign')
})

test.concurrent('behavior: requests wait while the wallet is offline', async (context) => {
  const world = createWorld(context)
  const wallet = world.wallet()
  const { topic } = await connect(world, wallet)
  wallet.setPolicy('hang')
  const stop = new AbortController()
  const request = { topic, chainId: chain, method: 'personal_sign', params: ['0x6869', addressOf(0)] }
  const signing = world.app.request({ ...request, signal: stop.signal })
  const outcome = signing.then(
    () => 'answered',
    () => 'given up',
  )
  await until(() => wallet.getState().approvals.length === 1)
  wallet.disappear()
  expect(wallet.getState()).toMatchObject({ present: false, approvals: [] })
  stop.abort()
  expect(await outcome).toBe('given up')
})

test.concurrent('behavior: an app of another vendor', async (context) => {
  const wallet = createWorld(context).wallet({ shares: 'all' })
  const app = await createTheirApp('2.21.8', relay)
  context.onTestFinished(() => app.stop())
  const { uri, approval } = await app.propose()
  const [{ topic, accounts }] = await Promise.all([approval, wallet.pair(uri)])
  expect(accounts).toHaveLength(4)
  await sign({ app }, topic, 'for the paired wallet')
  await app.ping(topic)
  await wallet.setAccount(1)
  expect(await app.take(({ type }) => type === 'event')).toMatchObject({ name: 'accountsChanged' })
  expect(app.session(topic)?.accounts[0]).toBe(`${chain}:${addressOf(1)}`)
  await wallet.disconnect(topic)
  await app.take(({ type }) => type === 'delete')
})
