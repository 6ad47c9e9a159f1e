import { createHash } from 'node:crypto'
import type { connectRedis } from '../../platform/redis/connectRedis.ts'

/** A connection to Redis. */
export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>

/** Runs one of the scripts it was made for. */
export type ScriptRunner<Name extends string> = (
  name: Name,
  options: { keys: readonly string[]; values: readonly string[] },
) => Promise<unknown>

/** The client's time-out ends with the writing of a command, which does not wait here, and costs a tenth of the throughput. */
const untimed = { timeout: 0 }

/**
 * Runs scripts by their digest. They are loaded with every new connection, before anything else is sent, so that calls keep their
 * order; a script that was lost since is sent along.
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
  // A connection that is lost at once is reported by the client itself.
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
