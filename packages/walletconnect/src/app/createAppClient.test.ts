import { expect, test } from 'vitest'
import { parsePairingUri } from '../crypto/pairingUri.ts'
import { PeerError } from '../session/PeerError.ts'
import { createRawPeer } from '../session/testing/createRawPeer.ts'
import {
  address,
  agreed,
  appMetadata,
  asked,
  createTestPair,
  walletMetadata,
} from '../session/testing/createTestPair.ts'
import { createAppClient } from './createAppClient.ts'

/** A session with a wallet that violates the protocol. */
async function connectRaw() {
  const pair = createTestPair()
  const peer = await createRawPeer(pair)
  const { uri, approval } = await pair.app.pair({ optionalNamespaces: asked })
  const wallet = await peer.takeCode(uri)
  wallet.respond()
  wallet.settle({ namespaces: agreed })
  await pair.settle()
  const { session } = await approval
  const say = async (method: string, params: Record<string, unknown>, id?: number) => {
    const sent = peer.send(session.topic, { method, params, ...(id ? { id } : {}) })
    await pair.settle()
    return peer.answerTo(sent)
  }
  return { ...pair, pair, peer, session, say }
}
const ask = { chainId: 'eip155:1', method: 'personal_sign', params: ['0x00', address] }

test('behavior: creating a client touches nothing', () => {
  const environment = new Proxy(createTestPair().clock.environment, {
    get: () => {
      throw new Error('It was touched')
    },
  })
  const client = createAppClient({
    relays: [{ url: 'wss://relay.test', projectId: 'x' }],
    metadata: appMetadata,
    environment,
  })
  expect([client.sessions(), client.relays()]).toStrictEqual([[], [{ url: 'wss://relay.test', status: 'idle' }]])
  client.destroy()
})

test('behavior: the proposal follows the specification', async () => {
  const pair = createTestPair()
  const { uri } = await pair.app.pair({ optionalNamespaces: asked, sessionProperties: { color: 'blue' } })
  expect(parsePairingUri(uri).methods).toBeUndefined()
  const peer = await createRawPeer(pair)
  const { proposal, topic } = await peer.takeCode(uri)
  expect(proposal).toMatchObject({
    jsonrpc: '2.0',
    method: 'wc_sessionPropose',
    params: {
      relays: [{ protocol: 'irn' }],
      requiredNamespaces: {},
      optionalNamespaces: asked,
      pairingTopic: topic,
      proposer: { metadata: appMetadata },
      sessionProperties: { color: 'blue' },
      expiryTimestamp: pair.clock.environment.now() / 1000 + 300,
    },
  })
  expect(pair.relay.sent).toMatchObject([{ from: 'app', topic, tag: 1100, ttl: 300, prompt: true }])
  expect(Number.isSafeInteger(proposal?.id)).toBe(true)
})

test('behavior: accepts a settlement that was sent before the answer to the proposal', async () => {
  const pair = createTestPair()
  const peer = await createRawPeer(pair)
  const { uri, approval } = await pair.app.pair({ optionalNamespaces: asked })
  const wallet = await peer.takeCode(uri)
  const settlement = wallet.settle({ namespaces: agreed })
  await pair.settle()
  wallet.respond()
  await pair.settle()
  expect((await approval).session.topic).toBe(wallet.sessionTopic)
  expect(peer.answerTo(settlement)).toMatchObject({ result: true })
})

test('behavior: messages that a wallet sends before its settlement take effect after it', async () => {
  const pair = createTestPair()
  const peer = await createRawPeer(pair)
  const { uri } = await pair.app.pair({ optionalNamespaces: asked })
  const wallet = await peer.takeCode(uri)
  wallet.respond()
  const event = { name: 'accountsChanged', data: [] }
  const early = peer.send(wallet.sessionTopic, { method: 'wc_sessionEvent', params: { event, chainId: 'eip155:1' } })
  await pair.settle()
  await pair.restartApp()
  expect(pair.heard.app.filter(({ type }) => type === 'sessionEvent')).toStrictEqual([])
  wallet.settle({ namespaces: agreed })
  await pair.settle()
  expect(pair.heard.app.filter(({ type }) => type === 'sessionEvent')).toMatchObject([
    { name: 'accountsChanged', data: [] },
  ])
  expect(peer.answerTo(early)).toMatchObject({ result: true })
})

test('behavior: keeps an approval that arrived before anyone awaited it, also after a reload', async () => {
  const pair = createTestPair()
  const { uri } = await pair.app.pair({ optionalNamespaces: asked })
  await pair.wallet.pair({ uri })
  await pair.settle()
  await pair.wallet.approve({ id: pair.wallet.pending()[0]?.id ?? 0, namespaces: agreed })
  await pair.settle()
  await pair.restartApp()
  const resumed = await pair.app.resume({ uri })
  expect((await resumed?.approval)?.session.namespaces).toStrictEqual(agreed)
  pair.clock.advance(700_000)
  await pair.settle()
  expect(await pair.app.resume({ uri })).toBeUndefined()
  expect(pair.app.sessions()).toHaveLength(1)
})

test('error: a wallet that declines, and a pairing that expires', async () => {
  const pair = createTestPair()
  const declined = await pair.app.pair({ optionalNamespaces: asked })
  await pair.wallet.pair(declined)
  await pair.settle()
  await pair.wallet.reject({ id: pair.wallet.pending()[0]?.id ?? 0 })
  await pair.settle()
  const error = await declined.approval.catch((reason) => reason)
  expect(error).toBeInstanceOf(PeerError)
  expect(error).toMatchObject({ code: 'user_rejected', rpcCode: 5000 })

  const ended = await pair.app.pair({ optionalNamespaces: asked })
  await pair.settle()
  pair.clock.sleep(300_000)
  pair.clock.wake()
  await expect(ended.approval).rejects.toMatchObject({ code: 'pairing_expired' })
  await expect(
    pair.app.pair({ optionalNamespaces: { eip155: { chains: [], methods: [], events: [] } } }),
  ).rejects.toMatchObject({
    code: 'session_namespaces_invalid',
  })
})

test('behavior: a wallet that approves after the app gave up learns that the session ended', async () => {
  const pair = createTestPair()
  const waiting = new AbortController()
  const { uri, approval } = await pair.app.pair({ optionalNamespaces: asked, signal: waiting.signal })
  await pair.wallet.pair({ uri })
  await pair.settle()
  waiting.abort()
  await expect(approval).rejects.toMatchObject({ code: 'user_rejected' })
  await pair.wallet.approve({ id: pair.wallet.pending()[0]?.id ?? 0, namespaces: agreed })
  expect(pair.wallet.sessions()).toHaveLength(1)
  await pair.settle()
  expect([pair.wallet.sessions(), pair.app.sessions()]).toStrictEqual([[], []])
  expect(pair.heard.wallet.at(-1)).toMatchObject({ type: 'sessionDeleted', reason: { code: 6000 } })
})

test('behavior: threat 75: of two wallets with the same code one gets the session and the other is refused', async () => {
  const pair = createTestPair()
  const [one, other] = [await createRawPeer(pair, 'one'), await createRawPeer(pair, 'other')]
  const { uri, approval } = await pair.app.pair({ optionalNamespaces: asked })
  const [first, second] = [await one.takeCode(uri), await other.takeCode(uri)]
  first.respond()
  second.respond()
  await pair.settle()
  const settled = second.settle({ namespaces: agreed })
  await pair.settle()
  const late = first.settle({ namespaces: agreed })
  await pair.settle()
  expect((await approval).session.topic).toBe(second.sessionTopic)
  expect(other.answerTo(settled)).toMatchObject({ result: true })
  expect(one.answerTo(late)).toMatchObject({ error: { code: 6000 } })
})

const settlements: [string, Record<string, unknown>, number][] = [
  ['no namespaces', { namespaces: {} }, 5000],
  ['no accounts', { namespaces: { eip155: { ...agreed.eip155, accounts: [] } } }, 5001],
  ['an account that is none', { namespaces: { eip155: { ...agreed.eip155, accounts: [`eip155:${address}`] } } }, 5001],
  [
    'an account of another family',
    { namespaces: { eip155: { ...agreed.eip155, accounts: ['cosmos:hub-4:cosmos1t2'] } } },
    5103,
  ],
  ['an end that is over', { namespaces: agreed, expiry: 1 }, 1005],
  ['an end that never comes', { namespaces: agreed, expiry: 9_999_999_999_999 }, 1005],
  [
    'somebody else’s key',
    { namespaces: agreed, controller: { publicKey: '0'.repeat(64), metadata: walletMetadata } },
    1005,
  ],
]
test.each(settlements)('error: a settlement with %s', async (_, params, code) => {
  const pair = createTestPair()
  const peer = await createRawPeer(pair)
  const { uri, approval } = await pair.app.pair({ optionalNamespaces: asked })
  const wallet = await peer.takeCode(uri)
  wallet.respond()
  await pair.settle()
  const settlement = wallet.settle(params)
  await pair.settle()
  expect(peer.answerTo(settlement)).toMatchObject({ error: { code } })
  await expect(approval).rejects.toMatchObject({ code: 'session_namespaces_invalid' })
  expect(pair.app.sessions()).toStrictEqual([])
})

test('behavior: a settlement must include the required namespaces', async () => {
  const pair = createTestPair()
  const peer = await createRawPeer(pair)
  const { uri, approval } = await pair.app.pair({ optionalNamespaces: {}, requiredNamespaces: asked })
  const wallet = await peer.takeCode(uri)
  wallet.respond()
  const settlement = wallet.settle({ namespaces: agreed })
  await pair.settle()
  expect(peer.answerTo(settlement)).toMatchObject({ error: { code: 5002 } })
  await expect(approval).rejects.toMatchObject({ code: 'session_namespaces_invalid' })
})

test('behavior: an update changes the session; a late or invalid one does not', async () => {
  const { app, heard, session, say, clock } = await connectRaw()
  const more = { eip155: { ...agreed.eip155, accounts: [`eip155:10:${address}`, `eip155:1:${address}`] } }
  const id = clock.environment.now() * 1000 + 5_000
  expect(await say('wc_sessionUpdate', { namespaces: more }, id)).toMatchObject({ result: true })
  expect(app.sessions()[0]?.namespaces).toStrictEqual(more)
  expect(heard.app.at(-1)).toMatchObject({
    type: 'sessionUpdated',
    session: { topic: session.topic, namespaces: more },
  })
  expect(await say('wc_sessionUpdate', { namespaces: agreed }, id - 2_000)).toMatchObject({ error: { code: 1003 } })
  expect(await say('wc_sessionUpdate', { namespaces: { eip155: {} } }, id + 1_000)).toMatchObject({
    error: { code: 5101 },
  })
  expect(app.sessions()[0]?.namespaces).toStrictEqual(more)
})

test('behavior: an extension must end later, and after seven days at most', async () => {
  const { app, session, say, clock } = await connectRaw()
  expect(await say('wc_sessionExtend', { expiry: session.expiry - 1 })).toMatchObject({ error: { code: 1004 } })
  expect(await say('wc_sessionExtend', { expiry: session.expiry + 900_000 })).toMatchObject({ error: { code: 1004 } })
  clock.advance(1_000_000)
  expect(await say('wc_sessionExtend', { expiry: session.expiry + 500 })).toMatchObject({ result: true })
  expect(app.sessions()[0]?.expiry).toBe(session.expiry + 500)
  // Some wallets send no expiry.
  expect(await say('wc_sessionExtend', {})).toMatchObject({ result: true })
  expect(app.sessions()[0]?.expiry).toBe(session.expiry + 1_000)
})

test('behavior: an event is emitted once, and only if it was agreed to', async () => {
  const { heard, session, say, peer, pair } = await connectRaw()
  const event = { name: 'accountsChanged', data: [`eip155:1:${address}`] }
  const answer = await say('wc_sessionEvent', { event, chainId: 'eip155:1' })
  expect(answer).toMatchObject({ result: true })
  // The same event in another envelope: only its ID identifies it.
  peer.send(session.topic, { id: answer?.id ?? 0, method: 'wc_sessionEvent', params: { event, chainId: 'eip155:1' } })
  await pair.settle()
  expect(await say('wc_sessionEvent', { event, chainId: 'eip155:10' })).toMatchObject({ error: { code: 3005 } })
  expect(await say('wc_sessionEvent', { event: { name: 'x' }, chainId: 'eip155:1' })).toMatchObject({
    error: { code: 3002 },
  })
  expect(await say('wc_sessionEvent', { event: 1 })).toMatchObject({ error: { code: 1002 } })
  expect(heard.app.filter(({ type }) => type === 'sessionEvent')).toStrictEqual([
    { type: 'sessionEvent', topic: session.topic, chainId: 'eip155:1', ...event },
  ])
})

test('behavior: answers pings, refuses unknown calls, and ignores malformed messages', async () => {
  const { app, say, peer, session, pair } = await connectRaw()
  expect(await say('wc_sessionPing', {})).toMatchObject({ result: true })
  expect(await say('wc_sessionDance', {})).toMatchObject({ error: { code: 10_001 } })
  expect(await say('wc_sessionRequest', { request: { method: 'x' }, chainId: 'eip155:1' })).toMatchObject({
    error: { code: 10_001 },
  })
  peer.send(session.topic, { method: 'wc_sessionPing' }, { symKey: '1'.repeat(64) })
  await pair.settle()
  expect(app.sessions()).toHaveLength(1)
})

test('behavior: a wallet’s disconnect ends the session and its pending requests', async () => {
  const { app, heard, session, say, pair } = await connectRaw()
  const signature = app.request({ topic: session.topic, ...ask })
  signature.catch(() => {})
  await pair.settle()
  expect(await say('wc_sessionDelete', { code: 6000, message: 'Bye' })).toMatchObject({ result: true })
  expect(app.sessions()).toStrictEqual([])
  // The wallet had the request and may have executed it.
  await expect(signature).rejects.toMatchObject({ code: 'wallet_disconnected' })
  expect(heard.app.at(-1)).toStrictEqual({
    type: 'sessionDeleted',
    topic: session.topic,
    reason: { code: 6000, message: 'Bye' },
  })
  await expect(app.request({ topic: session.topic, ...ask })).rejects.toMatchObject({ code: 'session_not_found' })
  await expect(app.ping({ topic: session.topic })).rejects.toMatchObject({ code: 'session_not_found' })
  await app.disconnect({ topic: session.topic })
})

test('behavior: a session expires on time, even if the machine slept', async () => {
  const { app, heard, session, clock, pair } = await connectRaw()
  clock.sleep(604_800_000)
  clock.wake()
  await pair.settle()
  expect(app.sessions()).toStrictEqual([])
  expect(heard.app.at(-1)).toStrictEqual({ type: 'sessionExpired', topic: session.topic })
})

test('behavior: a request has the specified form, and the same key finds its answer again', async () => {
  const { app, pair, peer, session, relay, clock } = await connectRaw()
  const first = app.request({ topic: session.topic, ...ask, idempotencyKey: 'one', expiry: 600 })
  first.catch(() => {})
  await pair.settle()
  const [request] = peer.requests('wc_sessionRequest')
  expect(request?.params).toStrictEqual({
    request: { method: 'personal_sign', params: ask.params, expiryTimestamp: clock.environment.now() / 1000 + 600 },
    chainId: 'eip155:1',
  })
  expect(relay.sent.at(-1)).toMatchObject({ tag: 1108, ttl: 600, prompt: true })
  await pair.restartApp()
  peer.send(session.topic, { id: request?.id ?? 0, result: '0xsigned' })
  await pair.settle()
  // A second answer changes nothing.
  peer.send(session.topic, { id: request?.id ?? 0, result: '0xforged' })
  await pair.settle()
  expect(await pair.app.request({ topic: session.topic, ...ask, idempotencyKey: 'one' })).toBe('0xsigned')
  const recalled = { topic: session.topic, ...ask, onlyKnown: true }
  expect(await pair.app.request({ ...recalled, idempotencyKey: 'one' })).toBe('0xsigned')
  // An unknown key sends no request either.
  await expect(pair.app.request({ ...recalled, idempotencyKey: 'two' })).rejects.toMatchObject({
    code: 'session_request_expired',
    retryable: false,
  })
  expect(peer.requests('wc_sessionRequest')).toHaveLength(1)
})

test('error: invalid requests, and requests that end without an answer', async () => {
  const { app, pair, peer, session, clock } = await connectRaw()
  const { topic } = session
  const send = (options: object) => app.request({ topic, ...ask, ...options })
  await expect(send({ chainId: 'eip155:10' })).rejects.toMatchObject({ code: 'session_request_not_allowed' })
  await expect(send({ method: 'eth_sendTransaction' })).rejects.toMatchObject({ code: 'session_request_not_allowed' })
  await expect(send({ expiry: 10 })).rejects.toMatchObject({ code: 'malformed_request', field: 'expiry' })
  expect(peer.requests('wc_sessionRequest')).toStrictEqual([])

  const waiting = new AbortController()
  const given = send({ signal: waiting.signal })
  await pair.settle()
  waiting.abort()
  await expect(given).rejects.toMatchObject({ code: 'user_rejected' })

  const declined = send({})
  declined.catch(() => {})
  await pair.settle()
  peer.send(topic, { id: peer.requests('wc_sessionRequest').at(-1)?.id ?? 0, error: { code: 4001, message: 'No' } })
  await pair.settle()
  await expect(declined).rejects.toMatchObject({ code: 'user_rejected', rpcCode: 4001 })

  const late = send({})
  late.catch(() => {})
  await pair.settle()
  clock.advance(601_000)
  await expect(late).rejects.toMatchObject({ code: 'session_request_expired' })
})

test('behavior: threat 77: a timely answer counts even if it arrives late', async () => {
  const { app, pair, peer, session, clock } = await connectRaw()
  const { topic } = session
  const asked = app.request({ topic, ...ask })
  await pair.settle()
  clock.advance(400_000)
  peer.send(topic, { id: peer.requests('wc_sessionRequest').at(-1)?.id ?? 0, result: '0xhash' })
  await pair.settle()
  expect(await asked).toBe('0xhash')
})

test('behavior: threat 77: a canceled request that the wallet already has is not sent a second time', async () => {
  const { app, pair, peer, session } = await connectRaw()
  const { topic } = session
  const waiting = new AbortController()
  const given = app.request({ topic, ...ask, idempotencyKey: 'one', signal: waiting.signal })
  await pair.settle()
  waiting.abort()
  await expect(given).rejects.toMatchObject({ code: 'user_rejected' })
  const again = app.request({ topic, ...ask, idempotencyKey: 'one' })
  await pair.settle()
  const requests = peer.requests('wc_sessionRequest')
  expect(requests).toHaveLength(1)
  peer.send(topic, { id: requests[0]?.id ?? 0, result: '0xhash' })
  await pair.settle()
  expect(await again).toBe('0xhash')
})

test('behavior: an unsent request is removed when its session ends or its caller aborts', async () => {
  const { app, pair, peer, session, relay } = await connectRaw()
  const { topic } = session
  relay.setDown('app', true)
  const waiting = new AbortController()
  const given = app.request({ topic, ...ask, signal: waiting.signal })
  const asked = app.request({ topic, ...ask })
  asked.catch(() => {})
  await pair.settle()
  waiting.abort()
  await expect(given).rejects.toMatchObject({ code: 'user_rejected' })
  await app.disconnect({ topic })
  await expect(asked).rejects.toMatchObject({ code: 'session_not_found' })
  relay.setDown('app', false)
  await pair.restartApp()
  await pair.settle()
  expect(peer.requests('wc_sessionRequest')).toStrictEqual([])
})

test('behavior: a ping waits half a minute for the wallet', async () => {
  const { app, pair, peer, session, clock } = await connectRaw()
  const answered = app.ping({ topic: session.topic })
  await pair.settle()
  peer.send(session.topic, { id: peer.requests('wc_sessionPing')[0]?.id ?? 0, result: true })
  await pair.settle()
  await answered
  const late = app.ping({ topic: session.topic })
  late.catch(() => {})
  await pair.settle()
  clock.advance(30_000)
  await expect(late).rejects.toMatchObject({ code: 'session_request_expired' })
})

test('error: a destroyed client, and a storage that does not open', async () => {
  const { app, session } = await connectRaw()
  const waiting = app.request({ topic: session.topic, ...ask })
  waiting.catch(() => {})
  app.destroy()
  await expect(waiting).rejects.toMatchObject({ code: 'request_aborted' })
  await expect(app.ready()).resolves.toBeUndefined()
  await expect(app.request({ topic: session.topic, ...ask })).rejects.toMatchObject({ code: 'request_aborted' })

  const { environment } = createTestPair().clock
  let opens = false
  const storage = {
    load: async () => {
      if (!opens) throw new Error('The disk is gone')
      return new Map<string, string>()
    },
    write: async () => {},
  }
  const client = createAppClient({
    relays: [{ url: 'wss://relay.test', projectId: 'x' }],
    metadata: appMetadata,
    environment,
    storage,
  })
  await expect(client.ready()).rejects.toMatchObject({ code: 'internal' })
  opens = true
  await client.ready()
  client.destroy()
})
