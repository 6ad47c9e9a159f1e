import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestPGlite } from '../../testing/createTestPGlite.ts'
import { until } from '../../testing/until.ts'
import { writeTestDataFolder } from '../../testing/writeTestDataFolder.ts'
import { createPGlite } from './createPGlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-pglite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('behavior: a data folder keeps its rows, belongs to one process, and rejects calls after the end', async () => {
  await writeTestDataFolder(folder)
  const first = await createPGlite({ dataFolder: folder, migrate: false })
  await first.database.execute(sql`create table kept (n int)`)
  await first.database.execute(sql`insert into kept values (7)`)
  await expect(createPGlite({ dataFolder: folder, migrate: false })).rejects.toMatchObject({
    code: 'data_folder_locked',
  })
  await first.close()
  const lost: Error[] = []
  const second = await createPGlite({ dataFolder: folder, migrate: false, onLost: (error) => lost.push(error) })
  expect((await second.database.execute(sql`select n from kept`)).rows).toEqual([{ n: 7 }])
  await second.close()
  await second.close()
  await expect(second.ping()).rejects.toThrow()
  // A regular close does not count as a loss.
  expect(lost).toEqual([])
})

test('behavior: a large query does not block the event loop', async () => {
  const database = await createTestPGlite()
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 5)
  await database.database.execute(sql`select count(*) from generate_series(1, 3000000) as n where n % 7 = 3`)
  clearInterval(timer)
  await database.close()
  expect(turns).toBeGreaterThan(5)
})

test('error: an engine that breaks down is reported once, and waiting queries fail', async () => {
  const lost: string[] = []
  const connection = await createTestPGlite({ onLost: (error) => lost.push(error.message) })
  const { database } = connection
  // Deep enough to overflow the engine's stack. The engine swallows that error and never answers.
  const open = database.execute(sql.raw(`select '${'['.repeat(200_000)}'::jsonb`))
  await expect(open).rejects.toThrow()
  await until(() => lost.length === 1)
  expect(lost[0]).toBe('The embedded database failed: It did not answer a statement')
  await expect(database.execute(sql`select 1`)).rejects.toThrow()
  await connection.close()
  expect(lost).toHaveLength(1)
})
