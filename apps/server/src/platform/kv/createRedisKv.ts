import { connectRedis } from '../redis/connectRedis.ts'
import type { Kv } from './Kv.ts'

/** Separates the keys from those of other programs on the same Redis. */
const prefix = 'latchkey:'

/** Increments and sets the time to live in one step. A crash in between would leave a counter without an expiry. */
const incrementScript = `local n = redis.call('INCR', KEYS[1])
if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return n`

const milliseconds = (ttl: number) => Math.max(1, Math.round(ttl * 1000))

/** Creates a key-value store on Redis or Valkey, shared between processes. */
export async function createRedisKv({
  url,
  onError = () => {},
}: {
  url: string
  onError?: (error: Error) => void
}): Promise<Kv> {
  const client = await connectRedis({ url, onError })
  let closed: Promise<void> | undefined

  return {
    get: async (key) => (await client.get(prefix + key)) ?? undefined,
    set: async (key, value, { ttl }) => {
      await client.set(prefix + key, value, { expiration: { type: 'PX', value: milliseconds(ttl) } })
    },
    setIfAbsent: async (key, value, { ttl }) =>
      (await client.set(prefix + key, value, {
        condition: 'NX',
        expiration: { type: 'PX', value: milliseconds(ttl) },
      })) === 'OK',
    increment: async (key, { ttl }) =>
      Number(await client.eval(incrementScript, { keys: [prefix + key], arguments: [String(milliseconds(ttl))] })),
    delete: async (key) => {
      await client.del(prefix + key)
    },
    ping: async () => {
      const start = performance.now()
      await client.ping()
      return performance.now() - start
    },
    close: () => {
      closed ??= Promise.resolve().then(() => {
        if (client.isOpen) client.destroy()
      })
      return closed
    },
  }
}
