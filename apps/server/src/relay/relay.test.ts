import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectTestClient, createTestTopic } from './testing/connectTestClient.ts'
import { startTestRelay, type TestRelay } from './testing/startTestRelay.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
})
afterAll(() => relay.stop())

test('default', async () => {
  const topic = createTestTopic()
  const app = await connectTestClient({ relay })
  const wallet = await connectTestClient({ relay })
  expect(await app.call('irn_subscribe', { topic })).toMatchObject({ result: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(await app.call('irn_publish', { topic, message: 'proposal', ttl: 300, tag: 1100 })).toMatchObject({
    result: true,
  })
  // A minute later a wallet scans the code.
  expect(await wallet.call('irn_batchSubscribe', { topics: [topic] })).toMatchObject({ result: [expect.any(String)] })
  await wallet.received(1)
  expect(wallet.deliveries[0]).toMatchObject({ topic, message: 'proposal', tag: 1100 })
  expect(await wallet.call('irn_publish', { topic, message: 'answer', ttl: 300, tag: 1101 })).toMatchObject({
    result: true,
  })
  await app.received(1)
  expect(app.messages()).toEqual(['answer'])
  expect(wallet.messages()).toEqual(['proposal'])
  await app.close()
  await wallet.close()
})

test('behavior: waiting messages survive a restart and arrive with the next subscription', async () => {
  const topic = createTestTopic()
  const wallet = await connectTestClient({ relay })
  await wallet.call('irn_subscribe', { topic })
  const app = await connectTestClient({ relay })
  await relay.restart()
  expect(await wallet.closed).toMatchObject({ code: 1001 })
  expect(await app.closed).toMatchObject({ code: 1001 })
  const back = await connectTestClient({ relay, identity: app.identity })
  await back.call('irn_publish', { topic, message: 'later', ttl: 300, tag: 1108 })
  const again = await connectTestClient({ relay, identity: wallet.identity })
  await again.call('irn_batchSubscribe', { topics: [topic] })
  await again.received(1)
  expect(again.messages()).toEqual(['later'])
  await again.close()
  await back.close()
})
