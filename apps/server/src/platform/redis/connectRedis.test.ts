import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startRedis } from '../../testing/startRedis.ts'
import { until } from '../../testing/until.ts'
import { connectRedis } from './connectRedis.ts'

const redis = await startRedis({ own: true })
afterAll(() => redis.stop?.())
const patience = 300

test('behavior: the start fails if the server accepts the connection and never answers', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  await expect(connectRedis({ url: `redis://127.0.0.1:${port}`, patience, onError: () => {} })).rejects.toThrow(
    `Redis cannot be reached at 127.0.0.1:${port}`,
  )
})

test.skipIf(redis.skip !== undefined)(
  'behavior: a hanging server counts as lost, waiting commands fail, and it is used again when it answers',
  async () => {
    if (redis.skip !== undefined || redis.pid === undefined) return
    const { url, pid } = redis
    const troubles: Error[] = []
    const open = () => connectRedis({ url, patience, onError: (error) => troubles.push(error) })
    const [client, subscriber] = [await open(), await open()]
    onTestFinished(() => {
      process.kill(pid, 'SIGCONT')
      client.destroy()
      subscriber.destroy()
    })
    const heard: string[] = []
    await subscriber.subscribe('news', (message) => heard.push(message))
    process.kill(pid, 'SIGSTOP')
    await expect(client.set('a', '1')).rejects.toThrow()
    await until(() => troubles.length > 1)
    process.kill(pid, 'SIGCONT')
    await until(() => client.isReady && subscriber.isReady)
    await client.set('a', '2')
    expect(await client.get('a')).toBe('2')
    await until(async () => (await client.publish('news', 'back')) === 1)
    await until(() => heard.includes('back'))

    // Silence alone is no failure: no commands are sent for longer than the patience.
    const before = troubles.length
    await new Promise((resolve) => setTimeout(resolve, patience * 3))
    expect({ ready: client.isReady && subscriber.isReady, troubles: troubles.length }).toEqual({
      ready: true,
      troubles: before,
    })
  },
)
