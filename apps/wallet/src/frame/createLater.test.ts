import { expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.ts'
import { createLater } from './createLater.ts'
import type { LazyParts } from './LazyParts.ts'

/** This test only checks that it is passed on. */
const parts = { cards: {} } as LazyParts

test('default', async () => {
  const later = createLater({ schedule: createTestClock().schedule })
  const early = later.load()
  expect(later.current()).toBe(null)
  later.install(parts)
  expect(await early).toBe(parts)
  expect(await later.load()).toBe(parts)
  expect(later.current()).toBe(parts)
})

test('behavior: keeps the first installed parts', async () => {
  const later = createLater({ schedule: createTestClock().schedule })
  later.install(parts)
  later.install({ ...parts })
  expect(await later.load()).toBe(parts)
})

test('error: a second script that does not load is an error, and may still load later', async () => {
  const clock = createTestClock()
  const later = createLater({ schedule: clock.schedule })
  const early = later.load()
  clock.advance(15_000)
  await expect(early).rejects.toMatchObject({ code: 'frame_failed' })
  later.install(parts)
  expect(await later.load()).toBe(parts)
})
