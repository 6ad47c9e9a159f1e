import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/createTestDatabase.ts'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.ts'
import type { DatabaseConnection } from './Database.ts'

const postgres = await startPostgres()
afterAll(() => postgres.stop?.())

/** Both engines keep this contract. */
describe.each([
  { engine: 'pglite' as const, skip: undefined },
  { engine: 'postgres' as const, skip: postgres.skip },
])('database on $engine', ({ engine, skip }) => {
  if (skip) {
    test.skip(`not run: ${skip}`, () => {})
    return
  }
  let connection: DatabaseConnection
  beforeAll(async () => {
    connection = await createTestDatabase({ engine, url: (postgres as TestPostgres).url })
    await connection.database.execute(sql`create table item (id int primary key, name text, amount numeric(78, 0))`)
  })
  afterAll(() => connection?.close())

  test('default', async () => {
    const { rows } = await connection.database.execute(sql`select 1 as one`)
    expect(rows).toEqual([{ one: 1 }])
    expect(connection.engine).toBe(engine)
    expect(await connection.ping()).toBeGreaterThanOrEqual(0)
  })

  test('behavior: results have the same types on both engines', async () => {
    const moment = '2026-11-20T10:11:12.345Z'
    const { rows } = await connection.database.execute(sql`select
      9007199254740993::bigint as "bigint", 1.50::numeric as "numeric", true as "boolean", '\\x00ff'::bytea as "bytes",
      ${Buffer.from([1, 2])}::bytea as "given", ${sql.param(['a', 'b"', '{'])}::text[] as "texts", '{1,2}'::int[] as "ints",
      '{"a":[1]}'::jsonb as "json", null::text as "nothing", ${moment}::timestamptz as "moment", 'ü€𝄞' as "text",
      1.5::float8 as "float", '{1.5,NULL}'::numeric[] as "numerics"`)
    expect(rows).toEqual([
      {
        bigint: '9007199254740993',
        numeric: '1.50',
        boolean: true,
        bytes: Buffer.from([0, 255]),
        given: Buffer.from([1, 2]),
        texts: ['a', 'b"', '{'],
        ints: [1, 2],
        json: { a: [1] },
        nothing: null,
        moment: '2026-11-20 10:11:12.345+00',
        text: 'ü€𝄞',
        float: 1.5,
        // drizzle's driver returns arrays of numerics as text. Its column types parse them.
        numerics: '{1.5,NULL}',
      },
    ])
  })

  test('error: a violated constraint has code and name', async () => {
    await connection.database.execute(sql`insert into item (id) values (1)`)
    const failure = connection.database.execute(sql`insert into item (id) values (1)`)
    await expect(failure).rejects.toMatchObject({ cause: { code: '23505', constraint: 'item_pkey' } })
    await connection.database.execute(sql`delete from item`)
  })

  test('behavior: a transaction is all or nothing, and a nested one is a savepoint', async () => {
    const failed = connection.database.transaction(async (tx) => {
      await tx.execute(sql`insert into item (id) values (1)`)
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    await connection.database.transaction(async (tx) => {
      await tx.execute(sql`insert into item (id) values (2)`)
      const inner = tx.transaction(async (nested) => {
        await nested.execute(sql`insert into item (id) values (3)`)
        throw new Error('only me')
      })
      await expect(inner).rejects.toThrow('only me')
    })
    const { rows } = await connection.database.execute(sql`select id from item`)
    expect(rows).toEqual([{ id: 2 }])
    await connection.database.execute(sql`delete from item`)
  })

  test('behavior: other statements wait for or ignore an open transaction, never join it', async () => {
    let started = () => {}
    const begun = new Promise<void>((resolve) => {
      started = resolve
    })
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const failed = connection.database
      .transaction(async (tx) => {
        await tx.execute(sql`insert into item (id) values (10)`)
        started()
        await gate
        throw new Error('undone')
      })
      .catch((error: Error) => error.message)
    await begun
    const outside = connection.database.execute(sql`insert into item (id) values (11)`)
    release()
    expect(await failed).toBe('undone')
    await outside
    const { rows } = await connection.database.execute(sql`select id from item`)
    expect(rows).toEqual([{ id: 11 }])
    await connection.database.execute(sql`delete from item`)
  })

  test('error: the outer handle throws at once inside a transaction', async () => {
    await connection.database.transaction(async () => {
      await expect(connection.database.execute(sql`select 1`)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('inside a transaction') },
      })
      await expect(connection.database.transaction(async () => {})).rejects.toThrow('inside a transaction')
    })
    await expect(connection.database.execute(sql`select 1`)).resolves.toBeDefined()
  })

  test('behavior: large inserts and results are complete', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `name ${index}`)
    await connection.database.execute(
      sql`insert into item (id, name) select ordinality, name from unnest(${sql.param(names)}::text[]) with ordinality as t(name, ordinality)`,
    )
    const { rows } = await connection.database.execute(sql`select name from item order by id`)
    expect(rows.length).toBe(20_000)
    expect(rows[19_999]).toEqual({ name: 'name 19999' })
    await connection.database.execute(sql`delete from item`)
  })

  test('behavior: many statements at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) => connection.database.execute(sql`select ${index}::int as n`)),
    )
    expect(results.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, index) => index))
  })

  test('error: a broken statement leaves the connection usable', async () => {
    await expect(connection.database.execute(sql`select nonsense from nowhere`)).rejects.toMatchObject({
      cause: { code: '42P01' },
    })
    await expect(connection.database.execute(sql`select 1`)).resolves.toBeDefined()
  })
})
