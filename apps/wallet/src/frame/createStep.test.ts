import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.ts'
import { createStep } from './createStep.ts'

function setup() {
  const clock = createTestClock()
  const step = createStep<string>({ schedule: clock.schedule })
  const begun: string[] = []
  const finish = new Map<string, (value: string) => void>()
  const ask = (payload?: string, signal = new AbortController().signal) =>
    step.wait({
      payload,
      signal,
      start: (own) =>
        new Promise((resolve, reject) => {
          begun.push(payload ?? '')
          finish.set(payload ?? '', resolve)
          own.addEventListener('abort', () => reject(own.reason))
        }),
    })
  return { clock, step, begun, finish, ask }
}

test('default: a request for the same joins the pending step, and gets its result once', async () => {
  const { clock, begun, finish, ask } = setup()
  const first = ask('a')
  clock.advance(25_000)
  expect(await first).toStrictEqual({ status: 'pending' })
  const again = ask('a')
  finish.get('a')?.('done')
  expect(await again).toBe('done')
  expect(begun).toStrictEqual(['a'])
})

test('behavior: a request for something else ends the step and starts a new one', async () => {
  const { begun, finish, ask, step } = setup()
  const first = ask('a')
  const second = ask('b')
  await expect(first).rejects.toMatchObject({ code: 'request_aborted' })
  expect(step.isRunning()).toBe(true)
  finish.get('b')?.('done')
  expect(await second).toBe('done')
  expect(begun).toStrictEqual(['a', 'b'])
  expect(step.isRunning()).toBe(false)
})

test('behavior: a request without a payload joins the running step', async () => {
  const { begun, finish, ask } = setup()
  const [first, second] = [ask('a'), ask()]
  finish.get('a')?.('done')
  expect(await Promise.all([first, second])).toStrictEqual(['done', 'done'])
  expect(begun).toStrictEqual(['a'])
})

test('error: aborted before it began', async () => {
  const { ask, step } = setup()
  const reason = new ServiceError('request_aborted')
  await expect(ask('a', AbortSignal.abort(reason))).rejects.toBe(reason)
  expect(step.isRunning()).toBe(false)
})
