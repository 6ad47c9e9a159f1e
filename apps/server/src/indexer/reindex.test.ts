import { readFileSync } from 'node:fs'
import { entryPoint08 } from '@latchkey/smart-account'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { indexedChains, transactions, transfers } from '../chains/schema.ts'
import { createTestContext } from '../testing/createTestContext.ts'

const migration = new URL('../../migrations/0021_add-user-operations.sql', import.meta.url)

test('behavior: an upgrade indexes chains with operations again from their start block, and no other chains', async () => {
  const context = await createTestContext()
  onTestFinished(context.stop)
  const { database } = context
  const lower = (address: string) => address.toLowerCase() as `0x${string}`
  const state = { genesis: '0x01', hash: '0x02', startBlock: 7, block: 9, settledBlock: 9, caughtUp: true } as const
  const keys = await database
    .insert(indexedChains)
    .values([
      { chainId: 'eip155:1', ...state },
      { chainId: 'eip155:2', ...state },
    ])
    .returning({ key: indexedChains.key })
  for (const [index, { key: chain }] of keys.entries()) {
    const place = { chain, block: 8, txIndex: 0 }
    const people = {
      sender: lower(`0x${'1'.repeat(40)}`),
      receiver: lower(index === 0 ? entryPoint08 : `0x${'2'.repeat(40)}`),
    }
    const common = { time: 1, nonce: 0, status: true, hash: '0x03', value: 0n } as const
    await database.insert(transactions).values({ ...place, ...people, ...common })
    await database
      .insert(transfers)
      .values({ ...place, ...people, kind: 0, position: 0, token: people.sender, amount: 1n })
  }
  const [, ...statements] = readFileSync(migration, 'utf8').split('UPDATE "indexed_chains"')
  for (const statement of `UPDATE "indexed_chains"${statements.join('')}`.split('--> statement-breakpoint'))
    await database.execute(sql.raw(statement))
  const chains = await database.select().from(indexedChains).orderBy(indexedChains.key)
  expect(chains).toMatchObject([
    { startBlock: 7, genesis: '0x01', block: null, hash: null, settledBlock: null, caughtUp: false },
    { startBlock: 7, block: 9, hash: '0x02', settledBlock: 9, caughtUp: true },
  ])
  const [, second] = keys
  for (const table of [transactions, transfers])
    expect((await database.select().from(table)).map(({ chain }) => chain)).toEqual([second?.key])
})
