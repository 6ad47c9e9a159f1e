import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makePrivateFile } from './makePrivateFile.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-private-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('behavior: a file that cannot be made names its setting and the fix', async () => {
  // A file in place of the folder fails for every user, also for root.
  writeFileSync(join(folder, 'taken'), '')
  const path = join(folder, 'taken', 'wallet.key')
  await expect(makePrivateFile({ path, setting: 'wallet.keyFile', content: () => 'x' })).rejects.toMatchObject({
    code: 'config_invalid',
    message: expect.stringMatching(
      /^wallet\.keyFile: .*taken\/wallet\.key cannot be read or created: .* change the setting/,
    ),
  })
})
