import { relayMethods } from '@latchkey/protocol/relay'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findIdToken } from './findIdToken.ts'
import { readCall } from './readCall.ts'
import { readFrame } from './readFrame.ts'

const topic = 'a'.repeat(64)
const other = 'b'.repeat(64)

describe('ids', () => {
  test('default', () => {
    const bare = '{"params":{"id":1,"x":"\\"}"},"id": 1712345678901234567 ,"jsonrpc":"2.0","method":"irn_publish"}'
    expect(readFrame(bare)).toMatchObject({ kind: 'request', id: '1712345678901234567', method: 'irn_publish' })
    const text = '{"id":"1712345678901234567","jsonrpc":"2.0","method":"irn_publish"}'
    expect(readFrame(text)).toMatchObject({ kind: 'request', id: '"1712345678901234567"' })
    expect(readFrame('{"id":1000000000,"jsonrpc":"2.0","method":"x"}')).toMatchObject({ id: '1000000000' })
  })

  test('behavior: the last of several ids counts, as in JSON.parse, in any notation of its name', () => {
    expect(findIdToken('{"id":1,"\\u0069d":9007199254740993}')).toBe('9007199254740993')
    expect(findIdToken('{"a":[{"id":5}],"b":"\\\\","id":6}')).toBe('6')
    expect(findIdToken('{}')).toBeUndefined()
    expect(findIdToken('{"id":"x\\"y"}')).toBe('"x\\"y"')
  })

  test('behavior: finds the text of the id in any context', () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    const digits = fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string(), value)),
        digits,
        fc.nat(),
        fc.constantFrom('', ' ', '\n\t'),
        (entries, id, at, space) => {
          const parts = entries
            .filter(([name]) => name !== 'id')
            .map(
              ([name, item]) => `${JSON.stringify(name)}${space}:${space}${JSON.stringify(item, null, space.length)}`,
            )
          parts.splice(at % (parts.length + 1), 0, `"id"${space}:${space}${id}${space}`)
          const text = `${space}{${space}${parts.join(`${space},${space}`)}${space}}`
          expect(findIdToken(text)).toBe(String(id))
        },
      ),
    )
  })

  test.each([
    ['999999999', '999999999'],
    ['1.5e9', '1500000000'],
    ['-1712345678901234567', '-1712345678901234567'],
    ['17123456789.5', '17123456789.5'],
    ['1e400', '1e400'],
    ['"abc"', '"abc"'],
    ['"01712345678"', '"01712345678"'],
    ['171234567890123456789', '171234567890123456789'],
    ['null', '0'],
    ['{"a":1}', '0'],
    [`"${'9'.repeat(65)}"`, '0'],
  ])('error: an invalid id: %s', (id, echo) => {
    const frame = readFrame(`{"id":${id},"jsonrpc":"2.0","method":"irn_publish"}`)
    if (id === '1.5e9') expect(frame).toMatchObject({ kind: 'request', id: echo })
    else expect(frame).toMatchObject({ kind: 'invalid', id: echo, refusal: { code: -32600, data: 'InvalidRequestId' } })
  })
})

describe('frames', () => {
  test('default', () => {
    expect(readFrame('{"id":1712345678901234,"jsonrpc":"2.0","result":true}')).toEqual({
      kind: 'answer',
      id: 1712345678901234,
      isReceived: true,
    })
    expect(readFrame('{"id":"1712345678901234","jsonrpc":"2.0","error":{"code":1,"message":""}}')).toEqual({
      kind: 'answer',
      id: 1712345678901234,
      isReceived: false,
    })
  })

  test.each(['', 'x', '{', '[]', '[{"id":1712345678901}]', 'null', '1', '"text"', '{"id":1712345678901,}', '\u0000'])(
    'error: %j is not a JSON-RPC message',
    (text) => {
      expect(readFrame(text)).toEqual({
        kind: 'invalid',
        id: '0',
        refusal: expect.objectContaining({ code: -32600, data: 'Serialization' }),
      })
    },
  )

  test('error: another version, no method', () => {
    const id = 1712345678901
    expect(readFrame(JSON.stringify({ id, method: 'x' }))).toMatchObject({ refusal: { data: 'InvalidJsonRpcVersion' } })
    expect(readFrame(JSON.stringify({ id, jsonrpc: '1.0', method: 'x' }))).toMatchObject({
      id: String(id),
      refusal: { data: 'InvalidJsonRpcVersion' },
    })
    expect(readFrame(JSON.stringify({ id, jsonrpc: '2.0' }))).toMatchObject({ refusal: { data: 'InvalidMethod' } })
    expect(readFrame(JSON.stringify({ id, jsonrpc: '2.0', method: 5 }))).toMatchObject({
      refusal: { data: 'InvalidMethod' },
    })
  })
})

describe('calls', () => {
  const publication = { topic, message: 'x', ttl: 300, tag: 1108 }
  const receipt = { topic, messageId: 'A'.repeat(64) }
  const proposal = { pairingTopic: topic, sessionProposal: 'p', ttl: 300, attestation: 'a', correlationId: 5 }
  const approval = {
    pairingTopic: topic,
    sessionTopic: other,
    sessionProposalResponse: 'r',
    sessionSettlementRequest: 's',
    ttl: 60,
    correlationId: 5,
  }

  test('default', () => {
    const stored = { ...publication, attestation: undefined }
    expect(readCall('irn_publish', { ...publication, prompt: true, tvf: { chainId: 'eip155:1' }, more: 1 })).toEqual({
      kind: 'publish',
      messages: [stored],
      subscribe: [],
    })
    expect(readCall('irn_publish', { topic, message: 'x', attestation: null })).toEqual({
      kind: 'publish',
      messages: [{ ...stored, ttl: 21_600, tag: 0 }],
      subscribe: [],
    })
    expect(readCall('irn_batchPublish', { messages: [publication, { ...publication, attestation: 'a' }] })).toEqual({
      kind: 'publish',
      messages: [stored, { ...stored, attestation: 'a' }],
      subscribe: [],
    })
    for (const name of ['irn_subscribe', 'irn_subscribeBlocking'])
      expect(readCall(name, { topic })).toEqual({ kind: 'subscribe', topics: [topic], isBatch: false })
    for (const name of ['irn_batchSubscribe', 'irn_batchSubscribeBlocking'])
      expect(readCall(name, { topics: [topic, other] })).toEqual({
        kind: 'subscribe',
        topics: [topic, other],
        isBatch: true,
      })
    expect(readCall('irn_unsubscribe', { topic, id: 5 })).toEqual({ kind: 'unsubscribe', topics: [topic] })
    expect(readCall('irn_batchUnsubscribe', { subscriptions: [{ topic, id: 'x' }, { topic: other }] })).toEqual({
      kind: 'unsubscribe',
      topics: [topic, other],
    })
    expect(readCall('irn_fetchMessages', { topic })).toEqual({ kind: 'fetch', topics: [topic] })
    expect(readCall('irn_batchFetchMessages', { topics: [topic] })).toEqual({ kind: 'fetch', topics: [topic] })
    expect(readCall('irn_batchReceive', { receipts: [receipt] })).toEqual({
      kind: 'receive',
      receipts: [{ topic, messageId: 'a'.repeat(64) }],
    })
    expect(readCall('wc_proposeSession', proposal)).toEqual({
      kind: 'publish',
      messages: [{ topic, message: 'p', ttl: 300, tag: 1100, attestation: 'a' }],
      subscribe: [topic],
    })
    expect(readCall('wc_approveSession', approval)).toEqual({
      kind: 'publish',
      messages: [
        { topic, message: 'r', ttl: 60, tag: 1101, attestation: undefined },
        { topic: other, message: 's', ttl: 60, tag: 1102, attestation: undefined },
      ],
      subscribe: [other],
    })
  })

  test('behavior: a call contains no analytics of the client', () => {
    const tvf = { correlationId: 5, rpcMethods: ['secret'], chainId: 'secret', txHashes: ['secret'] }
    for (const [name, params] of [
      ['irn_publish', { ...publication, tvf }],
      ['irn_batchPublish', { messages: [{ ...publication, tvf }] }],
      ['wc_proposeSession', { ...proposal, ...tvf, tvf }],
      ['wc_approveSession', { ...approval, ...tvf, tvf }],
    ] as const) {
      const call = JSON.stringify(readCall(name, params))
      expect(call).toContain('"kind":"publish"')
      expect(call).not.toContain('secret')
      expect(call).not.toContain('correlationId')
    }
  })

  test.each([
    ['irn_publish', { ...publication, topic: 'a' }, 'InvalidTopic', 'topic'],
    ['irn_publish', { ...publication, topic: 5 }, 'InvalidTopic', 'topic'],
    ['irn_publish', { ...publication, topic: 'g'.repeat(64) }, 'InvalidTopic', 'topic'],
    ['irn_publish', { ...publication, message: 5 }, 'InvalidParams', 'message'],
    ['irn_publish', { ...publication, message: '' }, 'InvalidParams', 'message'],
    ['irn_publish', { ...publication, ttl: 0 }, 'TtlTooShort', 'ttl'],
    ['irn_publish', { ...publication, ttl: -5 }, 'TtlTooShort', 'ttl'],
    ['irn_publish', { ...publication, ttl: 604_801 }, 'TtlTooLong', 'ttl'],
    ['irn_publish', { ...publication, ttl: 1.5 }, 'InvalidParams', 'ttl'],
    ['irn_publish', { ...publication, ttl: '300' }, 'InvalidParams', 'ttl'],
    ['irn_publish', { ...publication, tag: -1 }, 'InvalidParams', 'tag'],
    ['irn_publish', { ...publication, tag: 2 ** 32 }, 'InvalidParams', 'tag'],
    ['irn_publish', { ...publication, tag: 'x' }, 'InvalidParams', 'tag'],
    ['irn_publish', { ...publication, attestation: 5 }, 'InvalidParams', 'attestation'],
    ['irn_publish', undefined, 'InvalidParams', 'params'],
    ['irn_publish', [publication], 'InvalidParams', 'params'],
    ['irn_publish', null, 'InvalidParams', 'params'],
    ['irn_batchPublish', {}, 'InvalidParams', 'messages'],
    ['irn_batchPublish', { messages: [] }, 'BatchEmpty', 'batch'],
    ['irn_batchPublish', { messages: Array(501).fill(publication) }, 'BatchLimitExceeded', '500'],
    ['irn_batchPublish', { messages: [publication, { ...publication, ttl: 0 }] }, 'TtlTooShort', 'ttl'],
    ['irn_batchPublish', { messages: [null] }, 'InvalidTopic', 'topic'],
    ['irn_subscribe', {}, 'InvalidTopic', 'topic'],
    ['irn_batchSubscribe', { topics: 'x' }, 'InvalidParams', 'topics'],
    ['irn_batchSubscribe', { topics: [] }, 'BatchEmpty', 'batch'],
    ['irn_batchSubscribe', { topics: Array(501).fill(topic) }, 'BatchLimitExceeded', '500'],
    ['irn_batchSubscribe', { topics: [topic, 'x'] }, 'InvalidTopic', 'topic'],
    ['irn_unsubscribe', { id: topic }, 'InvalidTopic', 'topic'],
    ['irn_batchUnsubscribe', { subscriptions: [{ id: 'x' }] }, 'InvalidTopic', 'topic'],
    ['irn_fetchMessages', {}, 'InvalidTopic', 'topic'],
    ['irn_batchFetchMessages', { topics: Array(501).fill(topic) }, 'BatchLimitExceeded', '500'],
    ['irn_batchReceive', { receipts: [{ topic, messageId: 'x' }] }, 'InvalidParams', 'messageId'],
    ['irn_batchReceive', { receipts: [{ messageId: topic }] }, 'InvalidTopic', 'topic'],
    ['wc_proposeSession', { ...proposal, pairingTopic: 'x' }, 'InvalidTopic', 'pairingTopic'],
    ['wc_proposeSession', { ...proposal, sessionProposal: 5 }, 'InvalidParams', 'sessionProposal'],
    ['wc_approveSession', { ...approval, sessionTopic: 'x' }, 'InvalidTopic', 'sessionTopic'],
    ['wc_approveSession', { ...approval, sessionProposalResponse: 5 }, 'InvalidParams', 'sessionProposalResponse'],
    ['wc_approveSession', { ...approval, sessionSettlementRequest: 5 }, 'InvalidParams', 'sessionSettlementRequest'],
    ['irn_nothing', {}, 'InvalidMethod', 'irn_nothing'],
    ['toString', {}, 'InvalidMethod', 'toString'],
    ['__proto__', {}, 'InvalidMethod', '__proto__'],
    ['irn_watchRegister', {}, 'InvalidMethod', 'offers no webhooks'],
    ['irn_watchUnregister', {}, 'InvalidMethod', 'offers no webhooks'],
  ])('error: %s: %#: %s', (method, params, data, words) => {
    const refusal = readCall(method, params)
    const code = data.startsWith('Ttl') ? -32000 : -32600
    expect(refusal).toMatchObject({ code, data, message: expect.stringContaining(words) })
  })

  test('behavior: any parameters give a call or a refusal', () => {
    const words = ['topic', 'topics', 'message', 'messages', 'ttl', 'tag', 'receipts', 'messageId', 'subscriptions']
    const leaf = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(topic, other, 300, 1108, 'x'))
    const inner = fc.dictionary(fc.constantFrom(...words), leaf)
    const params = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom(...words, 'pairingTopic', 'sessionProposal'),
        fc.oneof(leaf, inner, fc.array(inner)),
      ),
    )
    fc.assert(
      fc.property(fc.constantFrom(...relayMethods), params, (method, value) => {
        const outcome = readCall(method, value)
        if ('code' in outcome) expect(outcome.message).not.toBe('')
        else expect(outcome.kind).toMatch(/^(publish|subscribe|unsubscribe|fetch|receive)$/)
      }),
      { numRuns: 500 },
    )
  })
})
