import { expect, test } from 'vitest'
import { createMemoryStorage } from '../storage/createMemoryStorage.ts'
import { agreed, asked, createTestPair } from './testing/createTestPair.ts'

const prefixes = ['keys', 'pairings', 'sessions', 'pending', 'requests', 'calls', 'outbox', 'seen']
const rubbish = [
  null,
  5,
  'x',
  [],
  {},
  { session: null },
  { session: { topic: 'x' } },
  { entry: 1, topic: 'x' },
  { uri: 1 },
]

test('behavior: records of another version, or foreign ones, do not prevent a new start', async () => {
  const write = async () => {
    const storage = createMemoryStorage()
    const entries = prefixes.flatMap((prefix) =>
      rubbish.map((value, at) => [`${prefix}/${at}`, JSON.stringify([at, value])] as const),
    )
    await storage.write(new Map(entries))
    return storage
  }
  const storages = { app: await write(), wallet: await write() }
  const pair = createTestPair({ storages })
  await pair.app.ready()
  await pair.wallet.ready()
  expect([pair.app.sessions(), pair.wallet.sessions(), pair.wallet.pending()]).toStrictEqual([[], [], []])
  const { uri } = await pair.app.pair({ optionalNamespaces: asked })
  await pair.wallet.pair({ uri })
  await pair.settle()
  await pair.wallet.approve({ id: pair.wallet.pending()[0]?.id ?? 0, namespaces: agreed })
  await pair.settle()
  expect(pair.app.sessions()).toHaveLength(1)
  expect(pair.wallet.sessions()).toHaveLength(1)
})
