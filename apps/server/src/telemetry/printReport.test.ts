import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createPGlite } from '../platform/db/createPGlite.ts'
import { addEvents, toDay } from './telemetryStore.ts'

const script = fileURLToPath(new URL('./printReport.ts', import.meta.url))
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

function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const { DATABASE_URL: _, ...env } = process.env
  return new Promise((resolve) => {
    const options = { env: { ...env, LATCHKEY_CONFIG: config }, timeout: 50_000 }
    const child = execFile(
      process.execPath,
      ['--conditions=dev', '--import', 'tsx', script, ...words],
      options,
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

test('default', async () => {
  const early = await run()
  expect(early).toMatchObject({ code: 1, out: '' })
  expect(early.err).toContain('start the server once')

  const connection = await createPGlite({ dataFolder: join(folder, 'data') })
  const row = { project: '0'.repeat(32), visit: '0'.repeat(16), device: 'desktop', event: 'disconnected' }
  await addEvents(connection.database, [
    { ...row, day: toDay(Date.now()) },
    { ...row, day: toDay(Date.now() - 40 * 86_400_000) },
  ])
  const locked = await run()
  expect(locked).toMatchObject({ code: 1, out: '' })
  expect(locked.err).not.toContain('    at ')
  await connection.close()

  expect(await run('--by', 'event')).toEqual({
    code: 0,
    out: 'event         events  visits\ndisconnected       1       1\n',
    err: '',
  })
  const wrong = await run('--by', 'address')
  expect(wrong).toMatchObject({ code: 1, out: '' })
  expect(wrong.err).toContain('--by: address is none of day, project')
})
