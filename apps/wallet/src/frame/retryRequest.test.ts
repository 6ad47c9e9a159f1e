import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test, vi } from 'vitest'
import { createTestClock } from '../testing/createTestClock.ts'
import { retryRequest } from './retryRequest.ts'

/** Lets promises settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

test('default', async () => {
  const { schedule } = createTestClock()
  expect(await retryRequest({ ask: async () => 'answer', schedule })).toBe('answer')
})

test('behavior: repeats after a temporary failure, with growing pauses', async () => {
  const { schedule, advance } = createTestClock()
  const ask = vi.fn(async () => 'answer')
  ask.mockRejectedValueOnce(new ServiceError('network_request_failed'))
  ask.mockRejectedValueOnce(new ServiceError('internal'))
  const answer = retryRequest({ ask, schedule })
  await settle()
  advance(249)
  await settle()
  expect(ask).toHaveBeenCalledTimes(1)
  advance(1)
  await settle()
  expect(ask).toHaveBeenCalledTimes(2)
  advance(499)
  await settle()
  expect(ask).toHaveBeenCalledTimes(2)
  advance(1)
  expect(await answer).toBe('answer')
})

test('error: does not repeat after a permanent failure, and throws the last one', async () => {
  const { schedule, advance } = createTestClock()
  const unknown = vi.fn(async () => {
    throw new ServiceError('project_unknown')
  })
  await expect(retryRequest({ ask: unknown, schedule })).rejects.toMatchObject({ code: 'project_unknown' })
  expect(unknown).toHaveBeenCalledTimes(1)

  const away = vi.fn(async () => {
    throw new ServiceError('network_request_failed')
  })
  const failed = expect(retryRequest({ ask: away, schedule })).rejects.toMatchObject({ code: 'network_request_failed' })
  for (const pause of [250, 500, 1_000, 2_000, 4_000]) {
    await settle()
    advance(pause)
  }
  await failed
  expect(away).toHaveBeenCalledTimes(6)
})
