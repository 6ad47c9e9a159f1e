import { expect, test } from 'vitest'
import { createBatch } from './createBatch.ts'

type Item = { name: string; weight: number }

function createTest({ onSend = async () => {} }: { onSend?: () => Promise<unknown> } = {}) {
  const calls: string[][] = []
  const add = createBatch<Item, string>({
    weigh: ({ weight }) => weight,
    send: async (items) => {
      calls.push(items.map(({ name }) => name))
      await onSend()
      return items.map(({ name }) => `did ${name}`)
    },
  })
  return { calls, add: (name: string, weight = 1) => add({ name, weight }) }
}

test('default', async () => {
  const { calls, add } = createTest()
  expect(await Promise.all([add('1'), add('2'), add('1')])).toEqual(['did 1', 'did 2', 'did 1'])
  expect(calls).toEqual([['1', '2', '1']])
  expect(await add('3')).toBe('did 3')
  expect(calls).toEqual([['1', '2', '1'], ['3']])
})

test('behavior: one call does not block Redis for long', async () => {
  const { calls, add } = createTest()
  const answers = await Promise.all([add('1', 60), add('2', 500), add('3'), add('4')])
  expect(answers).toEqual(['did 1', 'did 2', 'did 3', 'did 4'])
  expect(calls).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
})

test('error: the caller learns of the failure, and later calls continue', async () => {
  let isAway = true
  const { calls, add } = createTest({
    onSend: async () => {
      if (isAway) throw new Error('away')
    },
  })
  const outcomes = await Promise.allSettled([add('1'), add('2')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await add('3')).toBe('did 3')
  expect(calls).toEqual([['1', '2'], ['3']])
})
