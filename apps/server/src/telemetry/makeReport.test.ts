import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createPGlite } from '../platform/db/createPGlite.ts'
import { writeTestDataFolder } from '../testing/writeTestDataFolder.ts'
import { makeReport } from './makeReport.ts'
import { addEvents, toDay } from './telemetryStore.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-telemetry-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const config = join(folder, 'server.json')
writeFileSync(
  config,
  JSON.stringify({
    dataFolder: join(folder, 'data'),
    chains: [
      {
        chainId: 'eip155:31337',
        name: 'Local One',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: 'http://127.0.0.1:9' }],
      },
    ],
  }),
)
const report = (...words: string[]) => makeReport({ words, env: { LATCHKEY_CONFIG: config } })

test('default', async () => {
  await expect(report()).rejects.toThrow('start the server once')
  await writeTestDataFolder(join(folder, 'data'))
  const connection = await createPGlite({ dataFolder: join(folder, 'data'), migrate: false })
  const row = { project: '0'.repeat(32), visit: '0'.repeat(16), device: 'desktop', event: 'disconnected' }
  await addEvents(connection.database, [
    { ...row, day: toDay(Date.now()) },
    { ...row, day: toDay(Date.now() - 40 * 86_400_000) },
  ])
  // The server has it open.
  await expect(report()).rejects.toMatchObject({ code: 'data_folder_locked' })
  await connection.close()

  expect(await report('--by', 'event', '--days', '30')).toBe(
    'event         events  visits\ndisconnected       1       1',
  )
})

test('behavior: prints its usage', async () => {
  expect(await report('--help')).toContain('npm run telemetry -- [--days 30] [--by day,event,wallet]')
})

describe('error: invalid options', () => {
  test.each([
    [['--by', 'address'], '--by: address is none of day, project'],
    [['--by', ''], '--by: nothing is none of'],
    [['--days', '0'], '--days: expected a whole number, found 0'],
    [['--days', 'many'], 'found many'],
    [['--address'], '--address'],
  ])('%o', async (words, sentence) => {
    await expect(report(...words)).rejects.toThrow(sentence)
  })
})
