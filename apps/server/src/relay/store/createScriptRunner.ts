import { createHash } from 'node:crypto'
import type { connectRedis } from '../../platform/redis/connectRedis.ts'

/** A connection to Redis. */
export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>

/** Runs a script by its name. */
export type ScriptRunner<Name extends string> = (
  name: Name,
  options: { keys: readonly string[]; values: readonly string[] },
) => Promise<unknown>

/** The client's timeout ends with the writing of a command, which does not wait here, and it costs a tenth of the throughput. */
const untimed = { timeout: 0 }

/**
 * Creates a runner that calls scripts by their digest. Loads them with every new connection, before anything else is sent, so that calls
 * keep their order. A script that Redis has lost since is sent with the call.
 */
export async function createScriptRunner<Name extends string>({
  client,
  scripts,
}: {
  client: RedisConnection
  scripts: Readonly<Record<Name, string>>
}): Promise<ScriptRunner<Name>> {
  const texts = Object.values<string>(scripts)
  const digests = new Map(texts.map((text) => [text, createHash('sha1').update(text).digest('hex')]))
  const load = () => Promise.all(texts.map((text) => client.sendCommand(['SCRIPT', 'LOAD', text])))
  // The client itself reports a connection that is lost again at once.
  client.on('ready', () => load().catch(() => {}))
  await load()

  return async (name, { keys, values }) => {
    const text = scripts[name]
    const rest = [String(keys.length), ...keys, ...values]
    try {
      return await client.sendCommand(['EVALSHA', digests.get(text) ?? '', ...rest], untimed)
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return client.sendCommand(['EVAL', text, ...rest], untimed)
    }
  }
}
