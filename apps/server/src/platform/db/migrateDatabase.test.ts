import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { writeTestDataFolder } from '../../testing/writeTestDataFolder.ts'
import { createPGlite } from './createPGlite.ts'

test('error: a database of another program is refused with a sentence and left unchanged', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-migrate-'))
  try {
    await writeTestDataFolder(dataFolder)
    const other = await createPGlite({ dataFolder, migrate: false })
    await other.database.execute(sql`drop schema drizzle, public cascade`)
    await other.database.execute(sql`create schema public`)
    await other.database.execute(sql`create table balances (theirs text)`)
    await other.close()

    await expect(createPGlite({ dataFolder })).rejects.toMatchObject({
      code: 'database_outdated',
      message: expect.stringContaining('relation "balances" already exists'),
    })

    const again = await createPGlite({ dataFolder, migrate: false })
    const { rows } = await again.database.execute(
      sql`select table_name from information_schema.tables where table_schema = 'public'`,
    )
    expect(rows).toEqual([{ table_name: 'balances' }])
    await again.close()
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
})
