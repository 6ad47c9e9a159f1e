import pg from 'pg'
import type { ServerApp } from '../../../apps/server/src/app.ts'
import { createPostgres } from '../../../apps/server/src/platform/db/createPostgres.ts'
import { listen } from '../../../apps/server/src/platform/http/listen.ts'
import { createTestApp } from '../../../apps/server/src/testing/createTestApp.ts'
import { createTestContext } from '../../../apps/server/src/testing/createTestContext.ts'
import { testProjectId } from '../../../apps/server/src/testing/testProjectId.ts'
import { fillNames, zone } from './fillNames.ts'

/** The whole server on a separate database with so many names. */
export type NameWorld = {
  count: number
  /** Rows a second at which the names were filled in. */
  speed: number
  app: ServerApp
  /** As many connections as the server has. */
  pool: pg.Pool
  /** Opens the server's port. */
  listen: () => Promise<{ url: string }>
  close: () => Promise<void>
}

/**
 * Makes a database with so many names and the server on it, without its limits.
 *
 * @param options.url of the PostgreSQL server
 * @param options.connections to the database
 */
export async function openNameWorld({
  url,
  count,
  connections,
  privateKey,
}: {
  url: string
  count: number
  connections: number
  privateKey: `0x${string}`
}): Promise<NameWorld> {
  const address = new URL(url)
  address.pathname = `/names_${count}`
  await withClient(url, (client) => client.query(`create database names_${count}`))
  const connection = await createPostgres({ url: address.href, max: connections })
  const speed = await withClient(address.href, (client) =>
    fillNames({ client, projectId: testProjectId, from: 0, to: count }),
  )
  const pool = new pg.Pool({ connectionString: address.href, max: connections })
  const context = await createTestContext({
    connection,
    config: {
      names: { zone, signer: { privateKey } },
      http: { port: 0 },
      // The limits are not measured here.
      limits: { readPerMinute: 1_000_000_000, rpcPerMinute: 1_000_000_000, connectionsPerAddress: 100_000 },
    },
  })
  const { app } = await createTestApp({ context })
  return {
    ...{ count, speed, app, pool },
    listen: () => listen({ app, context }),
    close: async () => {
      await context.stop()
      await pool.end()
      await connection.close()
    },
  }
}

async function withClient<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
