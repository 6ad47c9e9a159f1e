import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectTestClient, createTestTopic, type TestClient } from './testing/connectTestClient.ts'
import { startTestRelay, type TestRelay } from './testing/startTestRelay.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

let relay: TestRelay
let app: TestClient
let wallet: TestClient
beforeAll(async () => {
  relay = await startTestRelay({
    limits: { messagesPerTopic: 5, topicsPerClient: 600, messagesPerSecond: 1e6, burst: 1e6 },
  })
  app = await connectTestClient({ relay })
  wallet = await connectTestClient({ relay })
})
afterAll(async () => {
  await Promise.all([app.close(), wallet.close()])
  await relay.stop()
})

const message = (topic: string, text: string, more = {}) => ({ topic, message: text, ttl: 300, tag: 1108, ...more })

test('default', async () => {
  const topic = createTestTopic()
  const subscription = sha256(`${topic}${wallet.identity.clientId}`)
  expect(await wallet.call('irn_subscribe', { topic })).toMatchObject({ jsonrpc: '2.0', result: subscription })
  const before = Date.now()
  expect(await app.call('irn_publish', message(topic, 'one', { attestation: 'seal' }))).toMatchObject({ result: true })
  await wallet.received(1)
  const delivery = wallet.deliveries.at(-1)
  expect(delivery).toMatchObject({ topic, message: 'one', tag: 1108, attestation: 'seal', subscription })
  expect(delivery?.publishedAt).toBeGreaterThanOrEqual(before)
  expect(String(delivery?.id)).toMatch(/^\d{16}$/)
  expect(delivery?.id).toBeLessThan(2 ** 53)
  expect(await wallet.call('irn_unsubscribe', { topic, id: 'whatever' })).toMatchObject({ result: true })
  await app.call('irn_publish', message(topic, 'two'))
  await wallet.settled()
  expect(wallet.messages()).not.toContain('two')
})

describe('behavior: ids are echoed unchanged', () => {
  test.each(['1712345678901234567', '18446744073709551615', '"1712345678901234567"', '1000000000', '1712345678901234'])(
    '%s',
    async (id) => {
      const count = app.texts.length
      await app.send(`{"id":${id},"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${createTestTopic()}"}}`)
      expect(app.texts[count]).toContain(`{"id":${id},"jsonrpc":"2.0","result":"`)
      await app.send(`{"id":${id},"jsonrpc":"2.0","method":"irn_subscribe","params":{}}`)
      expect(app.texts[count + 1]).toContain(`{"id":${id},"jsonrpc":"2.0","error":{"code":-32600`)
    },
  )
})

test('behavior: batches', async () => {
  const topics = Array.from({ length: 500 }, createTestTopic)
  const [first = '', second = ''] = topics
  const { result } = await wallet.call('irn_batchSubscribe', { topics })
  expect(result).toEqual(topics.map((topic) => sha256(`${topic}${wallet.identity.clientId}`)))
  expect(await wallet.call('irn_batchSubscribeBlocking', { topics: [first] })).toMatchObject({
    result: [expect.any(String)],
  })
  expect(await wallet.call('irn_subscribeBlocking', { topic: first })).toMatchObject({ result: expect.any(String) })
  const count = wallet.deliveries.length
  const messages = [message(first, 'a'), message(second, 'b'), message(first, 'c')]
  expect(await app.call('irn_batchPublish', { messages })).toMatchObject({ result: true })
  await wallet.received(count + 3)
  expect(wallet.messages().slice(count)).toEqual(['a', 'b', 'c'])
  const subscriptions = topics.map((topic) => ({ topic, id: 'x' }))
  expect(await wallet.call('irn_batchUnsubscribe', { subscriptions })).toMatchObject({ result: true })
})

test('behavior: fetching delivers, and fetched messages do not come again', async () => {
  const [topic, other] = [createTestTopic(), createTestTopic()]
  for (const text of ['1', '2', '3']) await app.call('irn_publish', message(topic, text, { tag: 5 }))
  await app.call('irn_publish', message(other, '4'))
  const client = await connectTestClient({ relay })
  const { result } = await client.call('irn_fetchMessages', { topic })
  expect(result).toEqual({
    messages: ['1', '2', '3'].map((text) => ({ topic, message: text, tag: 5, publishedAt: expect.any(Number) })),
    hasMore: false,
  })
  expect(await client.call('irn_batchFetchMessages', { topics: [topic, other] })).toMatchObject({
    result: { messages: [{ topic: other, message: '4' }], hasMore: false },
  })
  await client.call('irn_batchSubscribe', { topics: [topic, other] })
  await client.settled()
  expect(client.deliveries).toEqual([])
  // The sender does not receive its own messages.
  expect(await app.call('irn_fetchMessages', { topic: other })).toMatchObject({
    result: { messages: [], hasMore: false },
  })
  await client.close()
})

test('behavior: fetched messages wait again if the client disconnects before they arrive', async () => {
  const topic = createTestTopic()
  await app.call('irn_publish', message(topic, 'fetched'))
  // Does not answer the ping after the reply.
  const client = await connectTestClient({ relay, options: { autoPong: false } })
  expect(await client.call('irn_fetchMessages', { topic })).toMatchObject({
    result: { messages: [{ message: 'fetched' }] },
  })
  await client.close()
  const again = await connectTestClient({ relay, identity: client.identity })
  await again.call('irn_subscribe', { topic })
  await again.received(1)
  expect(again.messages()).toEqual(['fetched'])
  await again.close()
})

test('behavior: receipts settle', async () => {
  const topic = createTestTopic()
  await app.call('irn_publish', message(topic, 'known'))
  await app.call('irn_publish', message(topic, 'unknown'))
  const receipts = [{ topic, messageId: sha256('known') }]
  expect(await wallet.call('irn_batchReceive', { receipts })).toMatchObject({ result: true })
  const count = wallet.deliveries.length
  await wallet.call('irn_subscribe', { topic })
  await wallet.settled()
  expect(wallet.messages().slice(count)).toEqual(['unknown'])
})

test('behavior: threat 78: a client cannot settle, end or receive messages for another client', async () => {
  const topic = createTestTopic()
  await wallet.call('irn_subscribe', { topic })
  const absent = await connectTestClient({ relay, acknowledges: false })
  await absent.call('irn_subscribe', { topic })
  await absent.close()
  await app.call('irn_publish', message(topic, 'mine'))
  const receipts = [{ topic, messageId: sha256('mine') }]
  const stranger = await connectTestClient({ relay })
  for (const client of [stranger, app]) {
    await client.call('irn_batchReceive', { receipts })
    await client.call('irn_unsubscribe', { topic, id: sha256(`${topic}${absent.identity.clientId}`) })
  }
  expect(stranger.messages()).toEqual([])
  expect((await app.call('irn_fetchMessages', { topic })).result).toEqual({ messages: [], hasMore: false })
  await stranger.close()
  const back = await connectTestClient({ relay, identity: absent.identity })
  await back.call('irn_subscribe', { topic })
  await back.received(1)
  expect(back.messages()).toEqual(['mine'])
  await back.close()
})

test('behavior: proposing and approving a WalletConnect session takes one call each', async () => {
  const [pairingTopic, sessionTopic] = [createTestTopic(), createTestTopic()]
  const dapp = await connectTestClient({ relay })
  const phone = await connectTestClient({ relay })
  const proposal = { pairingTopic, sessionProposal: 'proposal', ttl: 300, correlationId: 1, attestation: 'seal' }
  expect(await dapp.call('wc_proposeSession', proposal)).toMatchObject({ result: true })
  await phone.call('irn_subscribe', { topic: pairingTopic })
  await phone.received(1)
  expect(phone.deliveries[0]).toMatchObject({
    topic: pairingTopic,
    message: 'proposal',
    tag: 1100,
    attestation: 'seal',
  })
  const approval = {
    sessionTopic,
    pairingTopic,
    sessionProposalResponse: 'response',
    sessionSettlementRequest: 'settlement',
    ttl: 300,
    correlationId: 1,
  }
  expect(await phone.call('wc_approveSession', approval)).toMatchObject({ result: true })
  // The app subscribed to the pairing with its proposal, and never receives the proposal itself.
  await dapp.received(1)
  await dapp.call('irn_subscribe', { topic: sessionTopic })
  await dapp.received(2)
  expect(dapp.deliveries).toMatchObject([
    { topic: pairingTopic, message: 'response', tag: 1101 },
    { topic: sessionTopic, message: 'settlement', tag: 1102 },
  ])
  // The wallet receives messages of the session without another call.
  await dapp.call('irn_publish', message(sessionTopic, 'request'))
  await phone.received(2)
  expect(phone.messages()).toEqual(['proposal', 'request'])
  await Promise.all([dapp.close(), phone.close()])
})

describe('error: a refused call has a reason, and the socket stays', () => {
  test.each([
    ['irn_publish', { topic: 'x', message: 'x', ttl: 1 }, -32600, 'InvalidTopic'],
    ['irn_publish', { topic: 'a'.repeat(64), message: 'x', ttl: 0 }, -32000, 'TtlTooShort'],
    ['irn_publish', { topic: 'a'.repeat(64), message: 'x', ttl: 604_801 }, -32000, 'TtlTooLong'],
    ['irn_publish', [], -32600, 'InvalidParams'],
    ['irn_batchSubscribe', { topics: [] }, -32600, 'BatchEmpty'],
    ['irn_batchSubscribe', { topics: Array(501).fill('a'.repeat(64)) }, -32600, 'BatchLimitExceeded'],
    ['irn_watchRegister', { registerAuth: 'x' }, -32600, 'InvalidMethod'],
    ['eth_call', {}, -32600, 'InvalidMethod'],
  ])('%s %#', async (method, params, code, data) => {
    expect(await app.call(method, params)).toEqual({
      id: expect.any(Number),
      jsonrpc: '2.0',
      error: { code, message: expect.stringMatching(/./), data },
    })
    expect(app.socket.readyState).toBe(app.socket.OPEN)
  })

  test.each(['no json', '', '[]', '{"id":'])('the frame %j', async (text) => {
    expect(await app.send(text)).toEqual({
      id: 0,
      jsonrpc: '2.0',
      error: { code: -32600, message: expect.stringMatching(/./), data: 'Serialization' },
    })
    expect(await app.call('irn_subscribe', { topic: createTestTopic() })).toMatchObject({ result: expect.any(String) })
  })

  test('a frame that is no text', async () => {
    const answer = new Promise((resolve) => app.socket.once('message', (data) => resolve(JSON.parse(data.toString()))))
    app.socket.send(Buffer.from('{"id":1712345678901,"jsonrpc":"2.0","method":"irn_subscribe"}'))
    expect(await answer).toMatchObject({ id: 0, error: { data: 'Serialization' } })
  })

  test('a mailbox that is full', async () => {
    const topic = createTestTopic()
    for (const text of ['1', '2', '3', '4', '5']) {
      expect(await app.call('irn_publish', message(topic, text))).toMatchObject({ result: true })
    }
    expect(await app.call('irn_publish', message(topic, '6'))).toMatchObject({
      error: { code: -32000, data: 'MailboxLimitExceeded' },
    })
    expect(await app.call('irn_batchPublish', { messages: [message(topic, '1'), message(topic, '7')] })).toMatchObject({
      error: { data: 'MailboxLimitExceeded' },
    })
    // The mailbox has it already, so it needs no more room.
    expect(await app.call('irn_publish', message(topic, '1'))).toMatchObject({ result: true })
  })

  test('more topics than a client can follow', async () => {
    const client = await connectTestClient({ relay })
    const topics = Array.from({ length: 500 }, createTestTopic)
    await client.call('irn_batchSubscribe', { topics })
    const more = Array.from({ length: 101 }, createTestTopic)
    expect(await client.call('irn_batchSubscribe', { topics: more })).toMatchObject({
      error: { code: -32000, data: 'SubscriberLimitExceeded' },
    })
    expect(await client.call('wc_proposeSession', { pairingTopic: more[0], sessionProposal: 'x' })).toMatchObject({
      result: true,
    })
    // Earlier topics are still followed, and none of the refused ones is.
    await app.call('irn_publish', message(topics[0] ?? '', 'followed'))
    await app.call('irn_publish', message(more[1] ?? '', 'not followed'))
    await client.received(1)
    await client.settled()
    expect(client.messages()).toEqual(['followed'])
    await client.close()
  })

  test('a frame that is too long is refused with its id, and a much longer one ends the socket', async () => {
    const client = await connectTestClient({ relay })
    const text = 'x'.repeat(262_144)
    expect(await client.call('irn_publish', message(createTestTopic(), text), '1712345678901234567')).toMatchObject({
      id: '1712345678901234567',
      error: { code: -32600, data: 'PayloadSizeExceeded' },
    })
    expect(await client.call('irn_subscribe', { topic: createTestTopic() })).toMatchObject({
      result: expect.any(String),
    })
    client.socket.send(text.repeat(3))
    expect(await client.closed).toMatchObject({ code: 1009 })
  })

  test('the largest frame passes', async () => {
    const topic = createTestTopic()
    const text = 'x'.repeat(262_144 - 500)
    await wallet.call('irn_subscribe', { topic })
    const count = wallet.deliveries.length
    expect(await app.call('irn_publish', message(topic, text))).toMatchObject({ result: true })
    await wallet.received(count + 1)
    expect(wallet.messages().at(-1)).toBe(text)
  })
})

test('behavior: metrics have counts, but no identifiers', async () => {
  const text = await relay.metrics().metrics()
  expect(text).toMatch(/latchkey_relay_sockets 2\n/)
  expect(text).toMatch(/latchkey_relay_clients 2\n/)
  for (const name of ['published', 'duplicates', 'delivered', 'acknowledged'])
    expect(Number(new RegExp(`latchkey_relay_${name}_total (\\d+)`).exec(text)?.[1])).toBeGreaterThan(0)
  expect(text).toContain('latchkey_relay_refused_total{reason="TtlTooLong"} 1')
  expect(text).toMatch(/latchkey_relay_waiting_messages \d+/)
  expect(text).not.toMatch(/did:key|[0-9a-f]{64}|127\.0\.0\.1/)
})
