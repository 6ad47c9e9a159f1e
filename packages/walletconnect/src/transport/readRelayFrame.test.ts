import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRelayFrame } from './readRelayFrame.ts'

const topic = 'ab'.repeat(32)

test('default', () => {
  expect(readRelayFrame('{"id":1760000000000123,"jsonrpc":"2.0","result":"subscription"}')).toEqual({
    kind: 'answer',
    id: 1_760_000_000_000_123,
    answer: { result: 'subscription' },
  })
  const error = { code: -32_000, message: 'handler', data: 'TtlTooLong' }
  expect(readRelayFrame(JSON.stringify({ id: '1760000000000123', error }))).toEqual({
    kind: 'answer',
    id: 1_760_000_000_000_123,
    answer: { error: { code: -32_000, tag: 'TtlTooLong' } },
  })
})

test('behavior: keeps the id of a message exactly as in the frame, wherever and however large', () => {
  const id = fc.oneof(
    fc.bigInt({ min: 1n, max: 10n ** 19n }).map((number) => [String(number), String(number)] as const),
    fc.string().map((text) => [JSON.stringify(text), JSON.stringify(text)] as const),
  )
  // A message that itself looks like a frame.
  const message = fc.oneof(fc.string(), fc.constant('{"id":1234567890123456789,"method":"irn_subscription"}'))
  fc.assert(
    fc.property(id, message, fc.boolean(), fc.integer(), ([written, expected], message, first, publishedAt) => {
      const data = { topic, message, publishedAt, tag: 1108, attestation: 'x' }
      const rest = `"jsonrpc":"2.0","method":"irn_subscription","params":${JSON.stringify({ id: 'abc', data })}`
      const frame = first ? `{"id":${written},${rest}}` : `{${rest}, "id" : ${written}}`
      expect(readRelayFrame(frame)).toEqual({
        kind: 'delivery',
        id: expected,
        delivery: { topic, message, publishedAt },
      })
    }),
  )
})

test('error: returns undefined for anything else', () => {
  const nothing = [
    '',
    'null',
    '1',
    '"text"',
    '[]',
    '{}',
    '{"id":1}',
    '{"id":1,"error":null}',
    '{"id":1,"method":"other"}',
  ]
  const halves = [
    '{"id":1,"method":"irn_subscription"}',
    '{"id":1,"method":"irn_subscription","params":{"data":{"topic":1,"message":"x"}}}',
    '{"id":1,"method":"irn_subscription","params":{"data":{"topic":"x"}}}',
    '{"id":{},"method":"irn_subscription","params":{"data":{"topic":"x","message":"x"}}}',
  ]
  for (const frame of [...nothing, ...halves]) expect(readRelayFrame(frame), frame).toBeUndefined()
  for (const frame of [undefined, new ArrayBuffer(2)]) expect(readRelayFrame(frame)).toBeUndefined()
  fc.assert(
    fc.property(fc.json(), fc.string(), (json, text) => {
      const read = [json, text, json.slice(1)].map(readRelayFrame)
      for (const frame of read) if (frame) expect(frame.kind).toBe('answer')
    }),
  )
})
