import { expect, test } from 'vitest'
import { createTestEnvironment, settle } from '../testing/createTestEnvironment.ts'
import { createReadQueue, type ReadTurn } from './createReadQueue.ts'

/** A queue whose reads the test answers. */
function setUp() {
  const environment = createTestEnvironment()
  const reads: (ReadTurn & { answer: (worked?: boolean) => Promise<boolean> })[] = []
  const taken: number[] = []
  const queue = createReadQueue({
    environment,
    read: (turn) =>
      new Promise((resolve) => {
        const number = reads.length
        reads.push({
          ...turn,
          answer: async (worked = true) => {
            const counts = worked && turn.counts()
            if (counts) taken.push(number)
            resolve(worked)
            await settle()
            return counts
          },
        })
      }),
  })
  return { environment, queue, reads, taken }
}

test('default: a call during a read leads to one more, which is forced if any call was', async () => {
  const { environment, queue, reads, taken } = setUp()
  const first = queue.ask({ force: false })
  const others = [queue.ask({ force: false }), queue.ask({ force: true }), queue.ask({ force: false })]
  await settle()
  expect(reads).toHaveLength(1)
  await reads[0]?.answer()
  expect(reads.map(({ force }) => force)).toStrictEqual([false, true])
  await reads[1]?.answer()
  await Promise.all([first, ...others])
  expect(taken).toStrictEqual([0, 1])
  expect(environment.timers()).toBe(0)
})

test('behavior: a read without an answer for 3 s delays no other', async () => {
  const { environment, queue, reads, taken } = setUp()
  void queue.ask({ force: false })
  const second = queue.ask({ force: false })
  await environment.advance(2_999)
  expect(reads).toHaveLength(1)
  await environment.advance(1)
  expect(reads).toHaveLength(2)
  await reads[1]?.answer()
  await second
  expect(taken).toStrictEqual([1])
  // The slow read is older. It is aborted, and its result is ignored.
  expect(reads[0]?.signal.aborted).toBe(true)
  expect(await reads[0]?.answer()).toBe(false)
  await environment.advance(3_000)
  void queue.ask({ force: false })
  await settle()
  expect(reads).toHaveLength(3)
})

test('behavior: of many slow reads, the oldest continues and the newest starts immediately', async () => {
  const { environment, queue, reads, taken } = setUp()
  for (let time = 0; time < 5; time++) {
    void queue.ask({ force: false })
    await environment.advance(3_000)
  }
  expect(reads.map(({ signal }) => signal.aborted)).toStrictEqual([false, true, true, true, false])
  // A slow server is still heard, unlike one that never answers.
  expect(await reads[0]?.answer()).toBe(true)
  expect(await reads[4]?.answer()).toBe(true)
  expect(taken).toStrictEqual([0, 4])
})

test('behavior: only the failure of the newest read counts, and no read follows a failure automatically', async () => {
  const { environment, queue, reads } = setUp()
  void queue.ask({ force: false })
  await environment.advance(3_000)
  void queue.ask({ force: false })
  const third = queue.ask({ force: false })
  await settle()
  expect(reads.map(({ isNewest }) => isNewest())).toStrictEqual([false, true])
  await reads[0]?.answer(false)
  expect(reads).toHaveLength(2)
  await reads[1]?.answer(false)
  await third
  expect(reads).toHaveLength(2)
})

test('behavior: a stopped read is discarded, and its timer is cleared', async () => {
  const { environment, queue, reads } = setUp()
  void queue.ask({ force: false })
  const waiting = queue.ask({ force: false })
  queue.stop()
  await waiting
  expect(reads[0]?.signal.aborted).toBe(true)
  expect(await reads[0]?.answer()).toBe(false)
  expect(reads[0]?.isNewest()).toBe(false)
  await environment.advance(10_000)
  expect(reads).toHaveLength(1)
  expect(environment.timers()).toBe(0)
})
