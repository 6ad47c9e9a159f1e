import { expect, test } from 'vitest'
import { type Acknowledgement, createAcknowledgements } from './createAcknowledgements.ts'

function createTest(outcome: () => Promise<unknown> = async () => {}) {
  const calls: string[][] = []
  const acknowledge = createAcknowledgements({
    send: (all) => {
      calls.push(all.map(({ topic }) => topic))
      return outcome()
    },
  })
  return { calls, acknowledge }
}

const of = (topic: string, count = 1): Acknowledgement => ({
  clientId: 'a',
  topic,
  messageIds: Array.from({ length: count }, (_, index) => String(index)),
})

test('default', async () => {
  const { calls, acknowledge } = createTest()
  await Promise.all([acknowledge(of('1')), acknowledge(of('2')), acknowledge(of('1'))])
  expect(calls).toEqual([['1', '2', '1']])
  await acknowledge(of('3'))
  expect(calls).toEqual([['1', '2', '1'], ['3']])
})

test('behavior: one call does not hold Redis up for long', async () => {
  const { calls, acknowledge } = createTest()
  await Promise.all([acknowledge(of('1', 60)), acknowledge(of('2', 500)), acknowledge(of('3')), acknowledge(of('4'))])
  expect(calls).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
})

test('error: whoever acknowledged learns that it failed, and the next ones go on', async () => {
  let isAway = true
  const { calls, acknowledge } = createTest(async () => {
    if (isAway) throw new Error('away')
  })
  const outcomes = await Promise.allSettled([acknowledge(of('1')), acknowledge(of('2'))])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  await acknowledge(of('3'))
  expect(calls).toEqual([['1', '2'], ['3']])
})
