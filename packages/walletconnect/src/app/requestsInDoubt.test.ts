import { LatchkeyError } from '@latchkey/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { address, appMetadata, createTestPair } from '../session/testing/createTestPair.ts'
import { createAppClient } from './createAppClient.ts'

const ask = { chainId: 'eip155:1', method: 'personal_sign', params: ['0x00', address] }

/** An app whose relay never confirms a request, whether it was delivered or not. */
async function connect({ gotThrough }: { gotThrough: boolean }) {
  const pair = createTestPair()
  const { topic } = await pair.connect()
  pair.app.destroy()
  let removed = 0
  const app = createAppClient(
    {
      relays: [{ url: 'memory:', projectId: 'x' }],
      metadata: appMetadata,
      storage: pair.kept.app,
      environment: pair.clock.environment,
    },
    {
      connect: (options) => {
        const transport = pair.relay.connect('app')(options)
        const publish: typeof transport.publish = (message) => {
          if (message.tag !== 1108) return transport.publish(message)
          const sent = gotThrough ? transport.publish(message).taken : Promise.resolve()
          const taken = sent.then(() => {
            throw new LatchkeyError('relay_unavailable')
          })
          taken.catch(() => {})
          return { taken, isUnsent: () => !gotThrough, cancel: () => void removed++ }
        }
        return { ...transport, publish }
      },
    },
  )
  onTestFinished(app.destroy)
  await app.ready()
  return { ...pair, app, topic, removed: () => removed }
}

test('behavior: threat 77: a silent relay may have delivered the request, so its answer is awaited', async () => {
  const { app, topic, settle, waiting, wallet } = await connect({ gotThrough: true })
  const outcomes: unknown[] = []
  const asked = app.request({ topic, ...ask, idempotencyKey: 'one' })
  asked.then(
    (result) => outcomes.push(result),
    (error) => outcomes.push(error),
  )
  await settle()
  expect(outcomes).toStrictEqual([])
  // A repeated call with the same key does not ask the wallet again.
  const again = app.request({ topic, ...ask, idempotencyKey: 'one' })
  await settle()
  expect(waiting('request')).toHaveLength(1)
  await wallet.respond({ id: waiting('request')[0]?.id ?? 0, result: '0xsigned' })
  await settle()
  expect(await Promise.all([asked, again])).toStrictEqual(['0xsigned', '0xsigned'])
})

test('behavior: a request that certainly reached no relay fails and is withdrawn', async () => {
  const { app, topic, settle, removed } = await connect({ gotThrough: false })
  await expect(app.request({ topic, ...ask })).rejects.toMatchObject({ code: 'relay_unavailable' })
  await settle()
  expect(removed()).toBe(1)
})
