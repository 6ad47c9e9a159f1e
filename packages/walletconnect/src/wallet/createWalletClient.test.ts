import { expect, test } from 'vitest'
import { createKeyPair } from '../crypto/createKeyPair.ts'
import { formatPairingUri } from '../crypto/pairingUri.ts'
import { topicOf } from '../crypto/topicOf.ts'
import { createRawPeer } from '../session/testing/createRawPeer.ts'
import {
  address,
  agreed,
  appMetadata,
  asked,
  createTestPair,
  walletMetadata,
} from '../session/testing/createTestPair.ts'

/** A code of an app that violates the protocol, accepted by the wallet. */
async function pairRaw() {
  const pair = createTestPair()
  const peer = await createRawPeer(pair)
  const { environment } = pair.clock
  const symKey = '7'.repeat(64)
  const topic = peer.listen(symKey)
  const now = environment.now() / 1000
  await pair.wallet.pair({ uri: formatPairingUri({ topic, symKey, expiryTimestamp: now + 300 }) })
  const { publicKey } = createKeyPair(environment)
  const propose = async (params: object, id?: number) => {
    const sent = peer.send(topic, {
      method: 'wc_sessionPropose',
      params: { proposer: { publicKey, metadata: appMetadata }, optionalNamespaces: asked, ...params },
      ...(id ? { id } : {}),
    })
    await pair.settle()
    return sent
  }
  return { pair, peer, topic, propose, now, publicKey }
}

/** A live session with an app that violates the protocol. */
async function connectRaw() {
  const pair = createTestPair()
  const { topic } = await pair.connect()
  const { symKey } = JSON.parse((await pair.kept.app.load()).get(`keys/${topic}`) ?? '')[1]
  pair.app.destroy()
  const peer = await createRawPeer(pair)
  peer.listen(symKey)
  await pair.settle()
  const say = async (method: string, params: Record<string, unknown>, id?: number) => {
    const sent = peer.send(topic, { method, params, ...(id ? { id } : {}) })
    await pair.settle()
    return { id: sent, answer: peer.answerTo(sent) }
  }
  const sign = (id?: number, more: object = {}) =>
    say('wc_sessionRequest', { chainId: 'eip155:1', request: { method: 'personal_sign', params: [] }, ...more }, id)
  return { pair, peer, topic, say, sign }
}

test('error: codes that are invalid or expired', async () => {
  const { wallet, clock } = createTestPair()
  await expect(wallet.pair({ uri: 'wc:nonsense' })).rejects.toMatchObject({ code: 'pairing_uri_invalid' })
  const symKey = '7'.repeat(64)
  const uri = formatPairingUri({ topic: topicOf(symKey), symKey, expiryTimestamp: clock.environment.now() / 1000 })
  await expect(wallet.pair({ uri })).rejects.toMatchObject({ code: 'pairing_expired' })
})

test('error: threat 75: a code on the topic of a session, or of another code', async () => {
  const { wallet, app, connect, clock, settle } = createTestPair()
  const { topic } = await connect()
  const expiryTimestamp = clock.environment.now() / 1000 + 300
  const take = (of: string, symKey: string) =>
    wallet.pair({ uri: formatPairingUri({ topic: of, symKey, expiryTimestamp }) })
  await expect(take(topic, '7'.repeat(64))).rejects.toMatchObject({ code: 'pairing_uri_invalid' })
  const symKey = '8'.repeat(64)
  await take(topicOf(symKey), symKey)
  await take(topicOf(symKey), symKey)
  await expect(take(topicOf(symKey), '7'.repeat(64))).rejects.toMatchObject({ code: 'pairing_uri_invalid' })
  const ping = app.ping({ topic })
  await settle()
  await ping
})

test('behavior: a proposal is shown once and answered once, however often it arrives', async () => {
  const { pair, peer, propose, topic } = await pairRaw()
  const id = await propose({})
  await propose({}, id)
  expect(pair.waiting('proposal')).toMatchObject([
    { id, peer: appMetadata, optionalNamespaces: asked, requiredNamespaces: {} },
  ])
  await pair.restartWallet()
  expect(pair.waiting('proposal')).toHaveLength(1)
  await pair.wallet.approve({ id, namespaces: agreed, sessionProperties: { color: 'red' } })
  await propose({}, id)
  expect(pair.wallet.pending()).toStrictEqual([])
  await expect(pair.wallet.approve({ id, namespaces: agreed })).rejects.toMatchObject({ code: 'proposal_not_found' })
  await expect(pair.wallet.reject({ id })).rejects.toMatchObject({ code: 'proposal_not_found' })
  expect(peer.answerTo(id)).toMatchObject({ topic, result: { relay: { protocol: 'irn' } } })
  expect(pair.relay.sent.filter(({ from }) => from === 'wallet')).toMatchObject([
    { tag: 1101, ttl: 300, prompt: false },
    { tag: 1102, ttl: 300, prompt: false },
  ])
})

const proposals: [string, object, number][] = [
  ['no chains', { requiredNamespaces: { cosmos: { chains: [], methods: [], events: [] } } }, 5100],
  ['a chain that is none', { optionalNamespaces: { eip155: { chains: ['42'], methods: [], events: [] } } }, 5100],
  ['a key that is none', { optionalNamespaces: { '**': { chains: ['**:1'], methods: [], events: [] } } }, 5104],
  ['nobody', { proposer: {} }, 1001],
  ['its time over', { expiryTimestamp: 1 }, 8000],
]
test.each(proposals)('error: a proposal with %s is refused without the visitor', async (_, params, code) => {
  const { pair, peer, propose } = await pairRaw()
  expect(peer.answerTo(await propose(params))).toMatchObject({ error: { code } })
  expect(pair.wallet.pending()).toStrictEqual([])
  expect(pair.relay.sent.at(-1)).toMatchObject({ from: 'wallet', tag: 1121, ttl: 300 })
})

test('behavior: approved namespaces must be valid, and a refusal is reported as one', async () => {
  const { pair, peer, propose } = await pairRaw()
  const id = await propose({ requiredNamespaces: asked })
  await expect(pair.wallet.approve({ id, namespaces: agreed })).rejects.toMatchObject({
    code: 'session_namespaces_invalid',
  })
  expect(pair.wallet.sessions()).toStrictEqual([])
  await pair.wallet.reject({ id })
  await pair.settle()
  expect(peer.answerTo(id)).toMatchObject({ error: { code: 5000, message: 'User rejected.' } })
  expect(pair.relay.sent.at(-1)).toMatchObject({ tag: 1120 })
})

test('behavior: an unanswered proposal expires together with its code', async () => {
  const { pair, propose } = await pairRaw()
  await propose({})
  pair.clock.sleep(301_000)
  pair.clock.wake()
  await pair.settle()
  expect(pair.wallet.pending()).toStrictEqual([])
  const left = [...(await pair.kept.wallet.load()).keys()].map((key) => key.split('/')[0])
  expect(new Set(left)).toStrictEqual(new Set(['seen']))
})

test('behavior: the settlement follows the specification', async () => {
  const { pair, peer, propose, publicKey } = await pairRaw()
  const id = await propose({})
  const session = await pair.wallet.approve({ id, namespaces: agreed })
  expect(session).toMatchObject({
    controller: 'wallet',
    peer: appMetadata,
    peerPublicKey: publicKey,
    namespaces: agreed,
    optionalNamespaces: asked,
    expiry: pair.clock.environment.now() / 1000 + 604_800,
  })
  const { symKey } = JSON.parse((await pair.kept.wallet.load()).get(`keys/${session.topic}`) ?? '')[1]
  peer.listen(symKey)
  await pair.settle()
  const [settlement] = peer.requests('wc_sessionSettle')
  const { responderPublicKey } = (peer.answerTo(id)?.result ?? {}) as { responderPublicKey?: string }
  expect(settlement).toMatchObject({
    topic: session.topic,
    params: {
      controller: { publicKey: responderPublicKey, metadata: walletMetadata },
      namespaces: agreed,
      expiry: session.expiry,
    },
  })
  // The app can still refuse it.
  peer.send(session.topic, { id: settlement?.id ?? 0, error: { code: 7000, message: 'No' } })
  await pair.settle()
  expect(pair.wallet.sessions()).toStrictEqual([])
})

test('behavior: a request is shown once and answered once', async () => {
  const { pair, peer, sign } = await connectRaw()
  const { id } = await sign()
  await sign(id)
  await pair.restartWallet()
  await sign(id)
  expect(pair.waiting('request')).toMatchObject([{ id, chainId: 'eip155:1', method: 'personal_sign', params: [] }])
  await pair.wallet.respond({ id, result: undefined })
  await expect(pair.wallet.respond({ id, result: 'again' })).rejects.toMatchObject({ code: 'proposal_not_found' })
  await sign(id)
  expect(pair.wallet.pending()).toStrictEqual([])
  expect(peer.heard.filter((payload) => payload.id === id)).toMatchObject([{ result: null }])
  expect(pair.relay.sent.at(-1)).toMatchObject({ from: 'raw' })
})

test('error: requests outside the session are refused without the visitor', async () => {
  const { pair, sign, say } = await connectRaw()
  const refused = async (more: object) => (await sign(undefined, more)).answer
  expect(await refused({ chainId: 'eip155:10' })).toMatchObject({ error: { code: 3005 } })
  expect(await refused({ request: { method: 'eth_sendTransaction' } })).toMatchObject({ error: { code: 3001 } })
  expect(await refused({ request: { method: 'personal_sign', expiryTimestamp: 1 } })).toMatchObject({
    error: { code: 8000 },
  })
  expect(await refused({ request: {} })).toMatchObject({ error: { code: 1001 } })
  // Only the wallet may change the session.
  expect((await say('wc_sessionUpdate', { namespaces: agreed })).answer).toMatchObject({ error: { code: 3001 } })
  expect((await say('wc_sessionExtend', { expiry: 1 })).answer).toMatchObject({ error: { code: 3001 } })
  expect((await say('wc_sessionEvent', {})).answer).toMatchObject({ error: { code: 3001 } })
  expect((await say('wc_sessionDance', {})).answer).toMatchObject({ error: { code: 10_001 } })
  expect(pair.wallet.pending()).toStrictEqual([])
})

test('error: limits an app that sends endless requests', async () => {
  const { pair, peer, sign } = await connectRaw()
  let last = 0
  for (let count = 0; count < 51; count++) last = (await sign()).id
  expect(pair.wallet.pending()).toHaveLength(50)
  expect(peer.answerTo(last)).toMatchObject({ error: { code: -32_005 } })
})

test('behavior: a request ends when it expires or its session ends', async () => {
  const { pair, sign, say, topic } = await connectRaw()
  const { id } = await sign()
  pair.clock.advance(300_000)
  await pair.settle()
  expect(pair.wallet.pending()).toStrictEqual([])
  await expect(pair.wallet.respond({ id, result: 1 })).rejects.toMatchObject({ code: 'proposal_not_found' })
  await sign()
  expect(pair.wallet.pending()).toHaveLength(1)
  await say('wc_sessionDelete', { code: 6000, message: 'Bye' })
  expect([pair.wallet.pending(), pair.wallet.sessions()]).toStrictEqual([[], []])
  expect(pair.heard.wallet.at(-1)).toStrictEqual({
    type: 'sessionDeleted',
    topic,
    reason: { code: 6000, message: 'Bye' },
  })
})

test('behavior: the wallet updates, extends and emits; the app follows', async () => {
  const pair = createTestPair()
  const { topic } = await pair.connect()
  const { wallet } = pair
  const more = {
    eip155: { ...agreed.eip155, accounts: [`eip155:10:${address}`], methods: [], events: ['accountsChanged'] },
  }
  pair.clock.advance(60_000)
  const waiting = pair.app.request({ topic, chainId: 'eip155:1', method: 'personal_sign' })
  const refused = expect(waiting).rejects.toMatchObject({ rpcCode: 3001 })
  await pair.settle()
  expect(wallet.pending()).toHaveLength(1)
  await wallet.update({ topic, namespaces: more })
  expect(wallet.pending()).toStrictEqual([])
  await wallet.extend({ topic })
  await wallet.emit({ topic, chainId: 'eip155:10', name: 'accountsChanged', data: [address] })
  await pair.settle()
  await refused
  const [session] = pair.app.sessions()
  expect(session).toMatchObject({ namespaces: more, expiry: pair.clock.environment.now() / 1000 + 604_800 })
  expect(wallet.sessions()).toMatchObject([{ namespaces: more, expiry: session?.expiry }])
  expect(pair.heard.app.at(-1)).toMatchObject({ type: 'sessionEvent', name: 'accountsChanged', data: [address] })
  expect(pair.relay.sent.slice(-7).map(({ tag, ttl }) => [tag, ttl])).toStrictEqual([
    [1104, 86_400],
    [1109, 300],
    [1106, 86_400],
    [1110, 300],
    [1105, 86_400],
    [1107, 86_400],
    [1111, 300],
  ])

  const lacks = { eip155: { accounts: [], methods: [], events: [] } }
  await expect(wallet.update({ topic, namespaces: lacks })).rejects.toMatchObject({
    code: 'session_namespaces_invalid',
  })
  const event = { topic, chainId: 'eip155:10', name: 'chainChanged', data: 10 }
  await expect(wallet.emit(event)).rejects.toMatchObject({ code: 'session_request_not_allowed' })
  for (const run of [wallet.update, wallet.extend, wallet.emit, wallet.ping]) {
    const nowhere = { ...event, topic: '0'.repeat(64), namespaces: agreed }
    await expect(run(nowhere)).rejects.toMatchObject({ code: 'session_not_found' })
  }
})

test('behavior: either side can end the session, and the other learns it, later if it is away', async () => {
  const pair = createTestPair()
  const { topic } = await pair.connect()
  pair.relay.setDown('app', true)
  await pair.wallet.disconnect({ topic, reason: { code: 6000, message: 'Enough' } })
  expect(pair.wallet.sessions()).toStrictEqual([])
  await pair.settle()
  expect(pair.app.sessions()).toHaveLength(1)
  pair.relay.setDown('app', false)
  await pair.settle()
  expect(pair.app.sessions()).toStrictEqual([])
  expect(pair.heard.app.at(-1)).toMatchObject({ type: 'sessionDeleted', reason: { message: 'Enough' } })
})

test('behavior: the ID of another app does not affect pending requests', async () => {
  const { pair, peer, propose, now } = await pairRaw()
  const id = await propose({})
  const symKey = '8'.repeat(64)
  const other = peer.listen(symKey)
  await pair.wallet.pair({ uri: formatPairingUri({ topic: other, symKey, expiryTimestamp: now + 300 }) })
  const proposer = { publicKey: createKeyPair(pair.clock.environment).publicKey, metadata: { name: 'Thief' } }
  peer.send(other, { id, method: 'wc_sessionPropose', params: { proposer } })
  await pair.settle()
  expect(pair.wallet.pending()).toMatchObject([{ id, peer: appMetadata }])
})
