import { expect, test } from 'vitest'
import type { Eip1193Provider } from '../connectors/Connector.ts'
import type { NamedRequest } from '../connectors/provider/createProvider.ts'
import { createTestEnvironment } from '../testing/createTestEnvironment.ts'
import { recallAnswer } from './recallAnswer.ts'
import type { TransactionEvent } from './transactionReducer.ts'

const hash = `0x${'ab'.repeat(32)}`

/** Recalls from a client with these answers by request ID. */
async function recall(known: Record<string, unknown>, isBatch = false) {
  const asked: NamedRequest[] = []
  const events: TransactionEvent[] = []
  const provider: Eip1193Provider = {
    request: async (args) => {
      asked.push(args as NamedRequest)
      const answer = known[(args as NamedRequest).requestId ?? '']
      if (answer === undefined) throw Object.assign(new Error('The wallet did not answer in time'), { code: -32603 })
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  const environment = createTestEnvironment()
  const ledger = { apply: (_: string, event: TransactionEvent) => void events.push(event) }
  await recallAnswer({ environment, ledger, provider, id: 'a', requestId: 'name', isBatch })
  expect(asked.every(({ onlyKnown }) => onlyKnown)).toBe(true)
  return events
}

test('default: the answer that came while the page was away', async () => {
  expect(await recall({ name: hash })).toMatchObject([{ type: 'answered', hash }])
  // The second attempt, with the type that the wallet chose.
  const refused = Object.assign(new Error('Transaction type not supported'), { code: -32602 })
  expect(await recall({ name: refused, 'name/2': hash })).toMatchObject([{ type: 'answered', hash }])
  expect(await recall({ name: { id: '0x1' } }, true)).toMatchObject([{ type: 'taken', batchId: '0x1' }])
})

test('behavior: only a refusal by the visitor counts; unknown requests have no effect', async () => {
  const declined = Object.assign(new Error('User rejected'), { code: 4001 })
  expect(await recall({ name: declined })).toMatchObject([
    { type: 'refused', failure: { code: 'user_rejected', moneyMoved: 'no' } },
  ])
  expect(await recall({})).toStrictEqual([])
  expect(await recall({ name: Object.assign(new Error('invalid params'), { code: -32602 }) })).toStrictEqual([])
  expect(await recall({ name: 'no hash' })).toStrictEqual([])
})
