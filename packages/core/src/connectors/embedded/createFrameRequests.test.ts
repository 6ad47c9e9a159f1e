import { frameRequestTimeout, LatchkeyError } from '@latchkey/protocol'
import type { FrameRequestType } from '@latchkey/protocol/wallet'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestEnvironment, settle } from '../../testing/createTestEnvironment.ts'
import { createFrameRequests } from './createFrameRequests.ts'

function prepare() {
  const environment = createTestEnvironment()
  const sent: { k: string; id: string; type: string; payload: unknown }[] = []
  const requests = createFrameRequests({ environment, post: (message) => sent.push(message as (typeof sent)[number]) })
  return { environment, sent, requests }
}
const never = () => new AbortController().signal

test('default', async () => {
  const { sent, requests, environment } = prepare()
  const answer = requests.ask('getChainId', {}, never())
  expect(sent).toStrictEqual([
    { k: 'req', id: expect.stringMatching(/^[0-9a-f-]{36}$/), type: 'getChainId', payload: {} },
  ])
  requests.receive({ id: sent[0]?.id, ok: true, result: { chainId: 'eip155:1' } })
  await expect(answer).resolves.toStrictEqual({ chainId: 'eip155:1' })
  expect(environment.timers()).toBe(0)
})

test('error: a request of the login ends after 30 s, and the frame receives an abort (spec 9.5 and 8.39)', async () => {
  const { sent, requests, environment } = prepare()
  const ended = expect(requests.ask('connectOtp', {}, never())).rejects.toMatchObject({ code: 'frame_timeout' })
  await environment.advance(frameRequestTimeout)
  await ended
  expect(sent[1]).toMatchObject({ type: 'rpcAbort', payload: { id: sent[0]?.id } })
})

test('behavior: an RPC call has no time limit', async () => {
  const { requests, environment, sent } = prepare()
  const answer = requests.ask('rpc', { method: 'personal_sign' }, never())
  expect(environment.timers()).toBe(0)
  await environment.advance(frameRequestTimeout * 100)
  requests.receive({ id: sent[0]?.id, ok: true, result: '0x1' })
  await expect(answer).resolves.toBe('0x1')
})

test('error: an aborted step ends immediately (spec 8.36)', async () => {
  const { requests, sent, environment } = prepare()
  const controller = new AbortController()
  const ended = expect(requests.ask('connectOtp', {}, controller.signal)).rejects.toMatchObject({
    code: 'request_aborted',
    message: 'Something went wrong',
  })
  controller.abort()
  await ended
  expect(sent.at(-1)).toMatchObject({ type: 'rpcAbort', payload: { id: sent[0]?.id } })
  expect(environment.timers()).toBe(0)
})

test('behavior: an aborted call ends with the answer of the frame, because it may already be signed (spec 8.37)', async () => {
  const { requests, sent, environment } = prepare()
  const ask = () => {
    const controller = new AbortController()
    const answer = requests.ask('rpc', {}, controller.signal)
    const { id } = sent.at(-1) ?? {}
    controller.abort()
    expect(sent.at(-1)).toMatchObject({ type: 'rpcAbort', payload: { id } })
    return { id, answer }
  }
  const inTime = ask()
  requests.receive({ id: inTime.id, ok: false, error: { code: 'rpc_aborted', message: 'Request was aborted' } })
  await expect(inTime.answer).rejects.toMatchObject({ code: 'rpc_aborted', message: 'Request was aborted' })
  const tooLate = ask()
  requests.receive({ id: tooLate.id, ok: true, result: '0xhash' })
  await expect(tooLate.answer).resolves.toBe('0xhash')
  const neverTold = expect(ask().answer).rejects.toMatchObject({ code: 'frame_timeout' })
  await environment.advance(frameRequestTimeout)
  await neverTold
  expect(environment.timers()).toBe(0)
})

test('error: errors of the frame are passed on; unknown codes and malformed errors become frame_error (spec 8.35)', async () => {
  const { requests, sent } = prepare()
  const ask = async (body: Record<string, unknown>) => {
    const asked = requests.ask('rpc', {}, never())
    requests.receive({ id: sent.at(-1)?.id, ok: false, ...body })
    return asked.catch((error: unknown) => error)
  }
  expect(await ask({ error: { code: 'prompt_open', message: 'One at a time', rpcCode: -32002 } })).toMatchObject({
    code: 'prompt_open',
    message: 'One at a time',
    rpcCode: -32002,
  })
  expect(await ask({ error: { code: 'toString', message: 1, rpcCode: 'x' } })).toMatchObject({
    code: 'frame_error',
    message: 'An error occurred',
  })
  expect(await ask({ error: null })).toMatchObject({ code: 'frame_error' })
  expect(await ask({})).toMatchObject({ code: 'frame_error' })
  expect(await ask({ error: { code: 'email_cooldown', message: 'm', retryAfter: 7 } })).toMatchObject({ retryAfter: 7 })
})

type Step =
  | { type: 'ask'; request: FrameRequestType }
  | { type: 'answer' | 'refuse' | 'abort'; index: number }
  | { type: 'answerNobody' }
  | { type: 'pass'; milliseconds: number }
  | { type: 'die' }

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('ask' as const),
      request: fc.constantFrom<FrameRequestType>('rpc', 'connectOtp', 'getUser'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom('answer' as const, 'refuse' as const, 'abort' as const),
      index: fc.nat(7),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'answerNobody' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('pass' as const), milliseconds: fc.constantFrom(1_000, 29_999, 30_000) }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'die' as const }) },
)

test('behavior: each request has exactly one result, the first one; a dead port ends all of them (spec 7.34)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (run) => {
      const { environment, sent, requests } = prepare()
      const asked: {
        id: string
        controller: AbortController
        isRpc: boolean
        deadline: number | undefined
        expected: string | undefined
        outcomes: string[]
      }[] = []
      let dead = false
      const expectAt = (index: number, outcome: string) => {
        const one = asked[index]
        if (one && one.expected === undefined) one.expected = outcome
      }
      for (const step of run) {
        if (step.type === 'ask') {
          const controller = new AbortController()
          const before = sent.length
          const promise = requests.ask(step.request, {}, controller.signal)
          const outcomes: string[] = []
          promise.then(
            (value) => outcomes.push(String(value)),
            (error: LatchkeyError) => outcomes.push(error.code),
          )
          asked.push({
            id: sent[before]?.id ?? '',
            controller,
            isRpc: step.request === 'rpc',
            deadline: step.request === 'rpc' ? undefined : environment.now() + frameRequestTimeout,
            expected: dead ? 'frame_failed' : undefined,
            outcomes,
          })
        } else if (step.type === 'answer' || step.type === 'refuse') {
          const one = asked[step.index]
          if (!one) continue
          requests.receive(
            step.type === 'answer'
              ? { id: one.id, ok: true, result: 'answered' }
              : { id: one.id, ok: false, error: { code: 'user_rejected', message: 'No' } },
          )
          expectAt(step.index, step.type === 'answer' ? 'answered' : 'user_rejected')
        } else if (step.type === 'abort') {
          const one = asked[step.index]
          one?.controller.abort()
          if (!one || one.expected !== undefined) continue
          // An aborted call waits for the frame's answer, for a limited time.
          if (one.isRpc) one.deadline ??= environment.now() + frameRequestTimeout
          else expectAt(step.index, 'request_aborted')
        } else if (step.type === 'answerNobody') requests.receive({ id: crypto.randomUUID(), ok: true, result: 'x' })
        else if (step.type === 'pass') {
          await environment.advance(step.milliseconds)
          for (const [index, { deadline }] of asked.entries())
            if (deadline !== undefined && deadline <= environment.now()) expectAt(index, 'frame_timeout')
        } else {
          requests.fail(new LatchkeyError('frame_failed'))
          dead = true
          for (const index of asked.keys()) expectAt(index, 'frame_failed')
        }
      }
      await settle()
      for (const { expected, outcomes } of asked)
        expect(outcomes).toStrictEqual(expected === undefined ? [] : [expected])
      const open = asked.filter(({ expected, deadline }) => expected === undefined && deadline !== undefined)
      expect(environment.timers()).toBe(open.length)
    }),
    { numRuns: 150 },
  )
})
