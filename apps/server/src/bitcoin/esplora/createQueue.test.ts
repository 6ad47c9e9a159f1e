import { expect, test } from 'vitest'
import { createQueue } from './createQueue.ts'

test('default: admits a number of callers, queues the next ones in order, and refuses the rest', async () => {
  const queue = createQueue({ atOnce: 2, mostWaiting: 2 })
  const came: number[] = []
  const ends = new Map<number, (() => void) | undefined>()
  const all = [0, 1, 2, 3, 4].map(async (index) => {
    ends.set(index, await queue.enter())
    came.push(index)
  })
  await all[4]
  expect([came, ends.get(4)]).toEqual([[0, 1, 4], undefined])
  ends.get(0)?.()
  // A second call has no effect.
  ends.get(0)?.()
  await all[2]
  expect(came).toEqual([0, 1, 4, 2])
  ends.get(1)?.()
  await Promise.all(all)
  expect(came).toEqual([0, 1, 4, 2, 3])
})
