import { type FrameMessage, frameLimits } from '@latchkey/protocol'
import { type FrameRequestType, frameRequests } from '@latchkey/protocol/wallet'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { createDispatcher, type FrameHandlers } from './createDispatcher.ts'

const types = Object.keys(frameRequests) as FrameRequestType[]
const uuid = '00000000-0000-4000-8000-000000000000'

const payloads: Record<FrameRequestType, Record<string, unknown>> = {
  connectEmail: { email: 'a@b.example' },
  connectDevice: {},
  connectOtp: { otp: '123456' },
  socialStart: { provider: 'google', returnUrl: 'https://a.example/' },
  connectSocial: { attemptId: '5c0f7d3e-8e0b-4f0f-9d5f-0d2f6a3b1c77', resultToken: 'r' },
  farcasterStart: {},
  connectFarcaster: {},
  getUser: { chainId: 'eip155:1' },
  isConnected: {},
  signOut: {},
  getChainId: {},
  switchNetwork: { chainId: 'eip155:1' },
  getSmartAccountEnabledNetworks: {},
  initSmartAccount: {},
  setPreferredAccount: { type: 'eoa' },
  updateEmail: { email: 'a@b.example' },
  updateEmailPrimaryOtp: { otp: '123456' },
  updateEmailSecondaryOtp: {},
  syncTheme: { mode: 'light', accent: '#123456' },
  syncDappData: { name: 'n', url: 'https://a.example', icons: [] },
  rpc: { method: 'eth_call', params: [{ to: '0x00' }], chainId: 'eip155:1' },
  rpcAbort: {},
  openSecurity: {},
  ensureProtected: {},
}

function setup() {
  let time = 0
  let accepted = 0
  const answers: FrameMessage[] = []
  const handlers = Object.fromEntries(
    types.map((type) => [
      type,
      async () => {
        accepted += 1
        return {}
      },
    ]),
  ) as unknown as FrameHandlers
  const dispatcher = createDispatcher({
    handlers,
    post: (message) => answers.push(message),
    // Each message advances the clock by a second, so that the rate limit lets it through.
    now: () => (time += 1_000),
    validateResults: false,
  })
  return { dispatcher, answers, accepted: () => accepted }
}

const valid = fc.record({
  k: fc.constant('req'),
  id: fc.uuid(),
  type: fc.constantFrom(...types),
})
type Valid = { k: string; id: string; type: FrameRequestType; payload: Record<string, unknown> }
const whole = valid.map((message) => ({ ...message, payload: { ...payloads[message.type] } }) as Valid)

const names = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON', ''),
  fc.string(),
)
const cyclic: Record<string, unknown> = {}
cyclic.self = cyclic
/** Values that a structured clone can carry and JSON cannot. */
const exotic = fc.constantFrom<unknown>(
  new Map([['a', 1]]),
  new Set([1]),
  new Date(0),
  /x/,
  1n,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  new Uint8Array(8),
  new ArrayBuffer(8),
  new Error('x'),
  cyclic,
  Array(3),
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
)
const anything = fc.oneof(exotic, fc.jsonValue({ maxDepth: 2 }), fc.anything({ maxDepth: 2 }))
const deep = (depth: number) => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}
const ownProto = (message: object) => {
  const copy: object = JSON.parse(JSON.stringify(message))
  Object.defineProperty(copy, '__proto__', { value: { type: 'rpc' }, enumerable: true })
  return copy
}

/** Each of these makes a message invalid in one way. */
const malformed = fc.oneof(
  { weight: 2, arbitrary: anything },
  fc
    .tuple(whole, names, fc.jsonValue({ maxDepth: 1 }))
    .filter(([, name]) => !['k', 'id', 'type', 'payload', '__proto__'].includes(name))
    .map(([message, name, value]) => ({ ...message, [name]: value })),
  whole.map(ownProto),
  fc.tuple(whole, fc.constantFrom('k', 'id', 'type', 'payload')).map(([message, name]) => {
    const { [name as 'k']: _, ...rest } = message
    return rest
  }),
  fc
    .tuple(whole, anything)
    .filter(([, value]) => value !== 'req')
    .map(([message, k]) => ({ ...message, k })),
  fc.tuple(whole, fc.oneof(names, anything)).map(([message, id]) => ({ ...message, id })),
  fc
    .tuple(whole, fc.oneof(names, anything))
    .filter(([, type]) => !types.includes(type as FrameRequestType))
    .map(([message, type]) => ({ ...message, type })),
  fc
    .tuple(whole, fc.oneof(exotic, fc.string(), fc.integer(), fc.boolean(), fc.array(fc.integer()), fc.constant(null)))
    .map(([message, payload]) => ({ ...message, payload })),
  fc
    .tuple(whole, names, fc.jsonValue({ maxDepth: 1 }))
    .filter(([message, name]) => !(name in payloads[message.type]) || name === 'constructor')
    .filter(([, name]) => !['chainId', 'otp', 'id', 'accent', 'language', 'description', 'params'].includes(name))
    .map(([message, name, value]) => ({
      ...message,
      payload: Object.defineProperty({ ...message.payload }, name, { value, enumerable: true }),
    })),
  fc
    .tuple(whole, exotic)
    .filter(([message]) => Object.keys(message.payload).length > 0)
    .map(([message, value]) => {
      const [first = ''] = Object.keys(message.payload)
      return { ...message, payload: { ...message.payload, [first]: value } }
    }),
  fc.tuple(fc.uuid(), exotic).map(([id, value]) => ({
    k: 'req',
    id,
    type: 'rpc',
    payload: { method: 'eth_call', params: [value] },
  })),
  fc.tuple(fc.uuid(), fc.integer({ min: 65, max: 2_000 })).map(([id, depth]) => ({
    k: 'req',
    id,
    type: 'rpc',
    payload: { method: 'eth_call', params: [deep(depth)] },
  })),
)

const { stackTraceLimit } = Error
afterEach(() => {
  Error.stackTraceLimit = stackTraceLimit
})

test('behavior: threat 10: fuzz: no malformed message is accepted, and none crashes', () => {
  // Stack traces are not needed here, and creating them takes longer than the refusal.
  Error.stackTraceLimit = 0
  const { dispatcher, answers, accepted } = setup()
  fc.assert(
    fc.property(malformed, (message) => {
      answers.length = 0
      dispatcher.receive(message)
      if (accepted() > 0) return false
      // Refused once, with the ID if there is one. Plain comparisons, because a matcher takes longer than the refusal.
      const [answer, second] = answers
      if (second !== undefined) return false
      if (answer === undefined) return true
      if (answer.k !== 'res' || answer.ok || answer.error.code !== 'frame_request_invalid') return false
      return answer.id === (message as { id: unknown }).id
    }),
    { numRuns: 100_000 },
  )
  expect(({} as { isAdmin?: boolean }).isAdmin).toBe(undefined)
}, 60_000)

test('error: threat 10: larger than 256 KiB', () => {
  const { dispatcher, answers, accepted } = setup()
  for (const text of ['a'.repeat(frameLimits.messageBytes), '€'.repeat(frameLimits.messageBytes / 3)]) {
    dispatcher.receive({ k: 'req', id: uuid, type: 'rpc', payload: { method: 'eth_call', params: [text] } })
    expect(answers.at(-1)).toMatchObject({
      ...{ id: uuid, ok: false },
      error: { code: 'frame_request_invalid', message: 'A request to the wallet has at most 256 KiB' },
    })
  }
  expect(accepted()).toBe(0)
})

test('behavior: spec 7.33: the unmutated messages are accepted, each of them', async () => {
  const { dispatcher, accepted } = setup()
  for (const type of types) dispatcher.receive({ k: 'req', id: crypto.randomUUID(), type, payload: payloads[type] })
  expect(accepted()).toBe(types.length)
})
