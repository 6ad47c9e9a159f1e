import { sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../testing/startPostgres.ts'
import { until } from '../../testing/until.ts'
import { createPostgres } from './createPostgres.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop?.())

test.skipIf(postgres.skip !== undefined)(
  'error: a lost connection between two statements fails only its transaction',
  async () => {
    if (postgres.skip !== undefined) return
    const connection = await createPostgres({ url: postgres.url, migrate: false })
    const other = await createPostgres({ url: postgres.url, migrate: false })
    onTestFinished(async () => {
      await connection.close()
      await other.close()
    })
    const uncaught: unknown[] = []
    const listeners = process.rawListeners('uncaughtException') as NodeJS.UncaughtExceptionListener[]
    process.removeAllListeners('uncaughtException').on('uncaughtException', (error) => uncaught.push(error))
    onTestFinished(() => {
      process.removeAllListeners('uncaughtException')
      for (const listener of listeners) process.on('uncaughtException', listener)
    })

    const lost = connection.database.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      const pid = rows[0]?.pid ?? 0
      await other.database.execute(sql`select pg_terminate_backend(${pid})`)
      await until(async () => {
        const left = await other.database.execute(sql`select 1 from pg_stat_activity where pid = ${pid}`)
        return left.rows.length === 0
      })
      // Wait until the client has noticed the loss.
      await until(async () => (await other.database.execute(sql`select 1`)).rows.length === 1)
      await tx.execute(sql`select 1`)
    })
    await expect(lost).rejects.toThrow()
    expect((await connection.database.execute(sql`select 2 as two`)).rows).toEqual([{ two: 2 }])
    expect(uncaught).toEqual([])
  },
)

test.skipIf(postgres.skip !== undefined)(
  'behavior: an unanswered statement times out with its transaction, and its connection is not reused',
  async () => {
    if (postgres.skip !== undefined) return
    const connection = await createPostgres({ url: postgres.url, migrate: false, max: 1, patience: 400 })
    const other = await createPostgres({ url: postgres.url, migrate: false })
    onTestFinished(async () => {
      await connection.close()
      await other.close()
    })
    await other.database.execute(sql`create table hung (note text)`)
    onTestFinished(async () => void (await other.database.execute(sql`drop table hung`)))
    const write = (note: string) =>
      connection.database.transaction(async (tx) => {
        await tx.execute(sql`insert into hung values (${note})`)
        // Longer than the patience.
        if (note === 'lost') await tx.execute(sql`select pg_sleep(2)`)
      })
    await expect(write('lost')).rejects.toThrow()
    // The pool has only this connection. An open transaction on it would include this statement.
    await write('kept')
    const { rows } = await other.database.execute(sql`select note from hung`)
    expect(rows).toEqual([{ note: 'kept' }])
  },
)
