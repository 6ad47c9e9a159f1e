import { afterEach, expect, test } from 'vitest'
import { agreed, appMetadata, asked, createTestPair } from '../session/testing/createTestPair.ts'
import { createTabSharing } from '../sharing/createTabSharing.ts'
import { createIndexedDbStorage } from '../storage/createIndexedDbStorage.ts'
import { createAppClient } from './createAppClient.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
const until = (condition: () => unknown) => expect.poll(condition, { interval: 5 })

test('behavior: a request is answered after the tab that owned the client closed, and the session outlives all tabs', async () => {
  const pair = createTestPair()
  pair.app.destroy()
  const delivering = setInterval(() => void pair.relay.step(), 2)
  ends.push(() => clearInterval(delivering), pair.wallet.destroy)
  const name = `walletconnect-app-${Date.now()}`
  const open = () => {
    const client = createAppClient(
      {
        relays: [{ url: 'memory:', projectId: 'test' }],
        metadata: appMetadata,
        environment: pair.clock.environment,
        storage: createIndexedDbStorage({ name }),
        sharing: createTabSharing({ name }),
      },
      { connect: pair.relay.connect('app') },
    )
    ends.push(client.destroy)
    return client
  }
  const first = open()
  await first.ready()
  const second = open()
  await second.ready()
  const { uri, approval } = await second.pair({ optionalNamespaces: asked })
  await pair.wallet.pair({ uri })
  await until(() => pair.wallet.pending().length).toBe(1)
  await pair.wallet.approve({ id: pair.wallet.pending()[0]?.id ?? 0, namespaces: agreed })
  const { session } = await approval
  await until(() => first.sessions()).toStrictEqual([session])

  const signature = second.request({ topic: session.topic, chainId: 'eip155:1', method: 'personal_sign' })
  await until(() => pair.wallet.pending().length).toBe(1)
  first.destroy()
  await pair.wallet.respond({ id: pair.wallet.pending()[0]?.id ?? 0, result: '0xsigned' })
  expect(await signature).toBe('0xsigned')
  expect(pair.relay.sent.filter(({ tag }) => tag === 1108)).toHaveLength(1)

  second.destroy()
  const third = open()
  await third.ready()
  expect(third.sessions().map(({ topic }) => topic)).toStrictEqual([session.topic])
  await third.disconnect({ topic: session.topic })
  await until(() => pair.wallet.sessions()).toStrictEqual([])
})
