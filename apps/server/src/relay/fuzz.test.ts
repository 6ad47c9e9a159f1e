import { relayMethods } from '@latchkey/protocol/relay'
import { expect, test } from 'vitest'
import { connectTestClient, createTestTopic } from './testing/connectTestClient.ts'
import { startTestRelay } from './testing/startTestRelay.ts'
import { readCall } from './wire/readCall.ts'
import { readFrame } from './wire/readFrame.ts'
import { writeRefusal } from './wire/writeFrames.ts'

/** Lehmer's generator: the same frames in every run. */
function createRandom(start: number): (below: number) => number {
  let seed = start
  return (below) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
}

const signs = [...'{}[]":,\\0123456789.eE+-truefalsn ulx\u0000\u00e9\u{1f511}\n']
const values = [
  'null',
  '-1',
  '1e999',
  '""',
  '[]',
  '{}',
  '[null]',
  'true',
  '"\\ud800"',
  '9007199254740993',
  '{"a":{"a":{}}}',
]

/** Frames that are nearly right, or not at all. */
function createMutator({ topic, start }: { topic: string; start: number }) {
  const random = createRandom(start)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)]
  const publication = { topic, message: 'm', ttl: 300, tag: 1108 }
  const parameters: Record<string, unknown> = {
    irn_publish: publication,
    irn_batchPublish: { messages: [publication, publication] },
    irn_batchSubscribe: { topics: [topic] },
    irn_batchSubscribeBlocking: { topics: [topic] },
    irn_batchUnsubscribe: { subscriptions: [{ topic, id: 'x' }] },
    irn_batchFetchMessages: { topics: [topic] },
    irn_batchReceive: { receipts: [{ topic, messageId: topic }] },
    wc_proposeSession: { pairingTopic: topic, sessionProposal: 'p', ttl: 300 },
    wc_approveSession: {
      pairingTopic: topic,
      sessionTopic: topic,
      sessionProposalResponse: 'r',
      sessionSettlementRequest: 's',
      ttl: 300,
    },
  }
  const change = (text: string): string => {
    const at = random(text.length)
    switch (random(7)) {
      case 0:
        return text.slice(0, at)
      case 1:
        return `${text.slice(0, at)}${text.slice(at + 1 + random(9))}`
      case 2:
        return `${text.slice(0, at)}${pick(signs) ?? ''}${text.slice(at)}`
      case 3:
        return `${text.slice(0, at)}${pick(signs) ?? ''}${text.slice(at + 1)}`
      case 4:
        // A value becomes another one; what remains is mostly JSON.
        return text.replace(/:("[^"]*"|\d+|\[[^\]]*\])/g, (whole) =>
          random(4) === 0 ? `:${pick(values) ?? ''}` : whole,
        )
      case 5:
        return text.replace(/"([a-zA-Z_]+)":/g, (whole) =>
          random(4) === 0 ? `"${pick(['id', '__proto__', 'x', 'topic']) ?? ''}":` : whole,
        )
      default:
        return `${text}${text.slice(at)}`
    }
  }
  return (index: number): string => {
    const method = pick(relayMethods) ?? ''
    const id = random(2) === 0 ? `"17123456789${index}"` : `17123456789${index}`
    const right = `{"id":${id},"jsonrpc":"2.0","method":"${method}","params":${JSON.stringify(parameters[method] ?? { topic })}}`
    let text = change(right)
    for (let more = random(3); more > 0; more -= 1) text = change(text)
    return text
  }
}

const tags =
  /^(Serialization|InvalidJsonRpcVersion|InvalidRequestId|InvalidMethod|InvalidParams|InvalidTopic|BatchEmpty|BatchLimitExceeded|TtlTooShort|TtlTooLong|MailboxLimitExceeded|PayloadSizeExceeded)$/

/** What a well-formed call is, said once more and without the relay's own code: whatever is answered well must be one. */
function isCall(text: string): boolean {
  try {
    const { id, jsonrpc, method, params } = JSON.parse(text) as Record<string, unknown>
    return (
      jsonrpc === '2.0' &&
      Number(id) >= 1e9 &&
      (relayMethods as readonly unknown[]).includes(method) &&
      typeof params === 'object' &&
      params !== null &&
      /[0-9a-fA-F]{64}/.test(JSON.stringify(params))
    )
  } catch {
    return false
  }
}

/** Whether a frame answers a call of its sender as it should: well, or with a refusal that says what is wrong. */
function isAnswer({ jsonrpc, result, error }: Record<string, unknown>): boolean {
  const { code, message, data: tag } = (error ?? {}) as Record<string, unknown>
  const isRefusal = typeof code === 'number' && typeof message === 'string' && tags.test(String(tag))
  return jsonrpc === '2.0' && (result === undefined) === isRefusal
}

test('behavior: 90,000 broken frames: none is taken for a call, and every refusal is well-formed', {
  timeout: 60_000,
}, () => {
  const mutate = createMutator({ topic: createTestTopic(), start: 20_261_120 })
  const total = 90_000
  const wrong: string[] = []
  let taken = 0
  let refused = 0
  for (let index = 0; index < total; index += 1) {
    // As it comes out of a socket.
    const text = Buffer.from(mutate(index)).toString()
    const frame = readFrame(text)
    if (frame.kind === 'answer') continue
    const call = frame.kind === 'invalid' ? frame.refusal : readCall(frame.method, frame.params)
    if ('code' in call) {
      refused += 1
      if (!isAnswer(JSON.parse(writeRefusal(frame.id, call)))) wrong.push(text)
    } else {
      taken += 1
      if (!isCall(text)) wrong.push(text)
    }
  }
  expect(wrong).toEqual([])
  // What is left is what became right by chance, or stayed so.
  expect(taken).toBeGreaterThan(0)
  expect(refused).toBeGreaterThan(total / 2)
})

test('behavior: 10,000 broken frames: the relay and the socket stay, and every answer is well-formed', {
  timeout: 60_000,
}, async () => {
  const limits = { messagesPerSecond: 1e9, burst: 1e9, messagesPerTopic: 10 }
  const relay = await startTestRelay({ limits })
  const client = await connectTestClient({ relay })
  const mutate = createMutator({ topic: createTestTopic(), start: 20_261_121 })
  const total = 10_000
  let good = 0
  let refused = 0
  const wrong: string[] = []
  let arrived = 0
  const ended = new Promise<void>((resolve) => {
    client.socket.removeAllListeners('message')
    client.socket.on('message', (data) => {
      const frame = JSON.parse(data.toString()) as Record<string, unknown>
      if (frame.id === 'end') return resolve()
      if (frame.method === 'irn_subscription') return
      arrived += 1
      if (!isAnswer(frame)) wrong.push(data.toString().slice(0, 200))
      if (frame.error === undefined) good += 1
      else refused += 1
    })
  })
  let answerable = 0
  for (let index = 0; index < total; index += 1) {
    const text = mutate(index)
    if (isCall(text)) answerable += 1
    client.socket.send(text)
    // The buffers between are not what is tried here.
    if (index % 2_000 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  client.socket.send('{"id":"end","jsonrpc":"2.0","method":"x"}')
  await ended
  expect(wrong).toEqual([])
  expect(client.socket.readyState).toBe(client.socket.OPEN)
  // Nothing broken was taken for a call; what is left is what became right by chance, or stayed so.
  expect(good).toBeLessThanOrEqual(answerable)
  expect(good).toBeGreaterThan(0)
  expect(refused).toBeGreaterThan(total / 2)
  expect(arrived).toBeLessThanOrEqual(total)
  await client.close()
  await relay.stop()
})
