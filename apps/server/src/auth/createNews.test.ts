import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestContext } from '../testing/createTestContext.ts'
import { createNews } from './createNews.ts'

test('behavior: nine devices of one user wait in parallel, and all are notified at once', async () => {
  const context = await createTestContext()
  const news = await createNews({ context })
  const person = `user:${randomUUID()}`
  let isNew = false
  const answers: string[] = []
  const waits = Array.from({ length: 9 }, (_, index) =>
    news
      .waitFor({
        topics: [`session:${index}`, person],
        check: async () => (isNew ? 'changed' : undefined),
      })
      .then((answer) => answers.push(answer ?? 'alive')),
  )
  // A released waiter would have answered before this one, which was called last.
  await news.waitFor({ topics: ['other'], check: async () => true })
  expect(answers).toEqual([])
  isNew = true
  await news.publish(person)
  await Promise.all(waits)
  expect(answers).toEqual(Array(9).fill('changed'))
  await context.stop()
})
