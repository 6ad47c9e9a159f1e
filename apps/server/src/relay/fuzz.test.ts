import { relayMethods } from '@latchkey/protocol/relay'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../scripts/lib/fuzz.mjs'
import { connectTestClient, createTestTopic } from './testing/connectTestClient.ts'
import { startTestRelay } from './testing/startTestRelay.ts'
import { readCall } from './wire/readCall.ts'
import { readFrame } from './wire/readFrame.ts'
import { writeRefusal } from './wire/writeFrames.ts'

/** Lehmer's generator: the same start gives the same frames. */
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

/** Creates frames that are almost valid, or completely invalid. */
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
        // Replaces a value by another. The result is usually still JSON.
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
  return (): string => {
    const index = random(100_000)
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

/** Returns whether a text is a well-formed call, without the relay's own code. Every call that succeeds must be one. */
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

/** Returns whether a frame is a proper reply: a result, or a refusal with a reason. */
function isAnswer({ jsonrpc, result, error }: Record<string, unknown>): boolean {
  const { code, message, data: tag } = (error ?? {}) as Record<string, unknown>
  const isRefusal = typeof code === 'number' && typeof message === 'string' && tags.test(String(tag))
  return jsonrpc === '2.0' && (result === undefined) === isRefusal
}

/** Start of Lehmer's generator. */
const start = fc.noShrink(fc.integer({ min: 1, max: 2_147_483_646 }))

test('behavior: no broken frame counts as a call, and every refusal is well-formed', () => {
  const topic = createTestTopic()
  const seen = { taken: 0, refused: 0 }
  fc.assert(
    fc.property(start, (start) => {
      // As a socket returns it.
      const text = Buffer.from(createMutator({ topic, start })()).toString()
      const frame = readFrame(text)
      if (frame.kind === 'answer') return true
      const call = frame.kind === 'invalid' ? frame.refusal : readCall(frame.method, frame.params)
      const isRefused = 'code' in call
      seen[isRefused ? 'refused' : 'taken'] += 1
      return isRefused ? isAnswer(JSON.parse(writeRefusal(frame.id, call))) : isCall(text)
    }),
    { numRuns: 90_000 },
  )
  // Accepted frames were changed into valid ones by chance, or stayed valid.
  expect(seen.taken).toBeGreaterThan(0)
  expect(seen.refused).toBeGreaterThan(seen.taken)
}, 120_000)

test('behavior: the relay and the socket survive broken frames, and every reply is well-formed', async () => {
  const limits = { messagesPerSecond: 1e9, burst: 1e9, messagesPerTopic: 10 }
  const relay = await startTestRelay({ limits })
  const client = await connectTestClient({ relay })
  client.socket.removeAllListeners('message')
  const topic = createTestTopic()
  const all = { good: 0, refused: 0 }
  const property = fc.asyncProperty(fc.array(start, { minLength: 50, maxLength: 50 }), async (starts) => {
    const texts = starts.map((start) => createMutator({ topic, start })())
    const seen = { good: 0, refused: 0 }
    const wrong: string[] = []
    const ended = new Promise<void>((resolve) => {
      const read = (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as Record<string, unknown>
        if (frame.id === 'end') {
          client.socket.off('message', read)
          resolve()
        } else if (frame.method !== 'irn_subscription') {
          if (!isAnswer(frame)) wrong.push(data.toString().slice(0, 200))
          seen[frame.error === undefined ? 'good' : 'refused'] += 1
        }
      }
      client.socket.on('message', read)
    })
    for (const text of texts) client.socket.send(text)
    client.socket.send('{"id":"end","jsonrpc":"2.0","method":"x"}')
    await ended
    expect(wrong).toEqual([])
    expect(client.socket.readyState).toBe(client.socket.OPEN)
    // No broken frame counted as a call. The rest became valid by chance, or stayed valid.
    expect(seen.good).toBeLessThanOrEqual(texts.filter(isCall).length)
    expect(seen.good + seen.refused).toBeLessThanOrEqual(texts.length)
    all.good += seen.good
    all.refused += seen.refused
  })
  await fc.assert(property, { numRuns: runs({ fast: 6, full: 200 }) })
  expect(all.good).toBeGreaterThan(0)
  expect(all.refused).toBeGreaterThan(all.good)
  await client.close()
  await relay.stop()
})
