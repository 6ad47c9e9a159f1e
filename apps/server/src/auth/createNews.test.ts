import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestContext } from '../testing/createTestContext.ts'
import { createNews } from './createNews.ts'

test('behavior: nine devices of one person wait side by side, and hear of the person all at once', async () => {
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
  // Whoever was let go would have answered before this one, which is asked for last.
  await news.waitFor({ topics: ['other'], check: async () => true })
  expect(answers).toEqual([])
  isNew = true
  await news.publish(person)
  await Promise.all(waits)
  expect(answers).toEqual(Array(9).fill('changed'))
  await context.stop()
})
