import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyId } from '../platform/crypto/createSealer.ts'
import { parseKeys } from '../platform/crypto/readSealerKeys.ts'
import { addKey, removeKey } from './keyFile.ts'

const key = new Uint8Array(randomBytes(32))
const others = 65_533
const isRoot = process.getuid?.() === 0
let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-key-'))
  path = join(folder, 'wallet.key')
  writeFileSync(path, Buffer.from(key).toString('base64'), { mode: 0o600 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const idsOf = (file: string) => parseKeys({ text: readFileSync(file, 'utf8'), place: file }).map(keyId)
const rightsOf = (file: string) => {
  const { uid, gid, mode } = statSync(file)
  return { uid, gid, mode: mode & 0o777 }
}

test('behavior: a changed key file keeps its mode, and a link to it stays a link', async () => {
  chmodSync(path, 0o400)
  const link = join(folder, 'link.key')
  symlinkSync(path, link)
  const id = await addKey({ path: link })
  expect(rightsOf(path).mode).toBe(0o400)
  expect(idsOf(path)).toEqual([id, keyId(key)])
  await removeKey({ path: link, id: keyId(key) })
  expect(idsOf(path)).toEqual([id])
  expect(rightsOf(path).mode).toBe(0o400)
  expect(readdirSync(folder).sort()).toEqual(['link.key', 'wallet.key'])
})

test.runIf(isRoot)('behavior: a key file that root changes keeps its owner and group', async () => {
  chownSync(path, others, others)
  const id = await addKey({ path })
  expect(rightsOf(path)).toEqual({ uid: others, gid: others, mode: 0o600 })
  await removeKey({ path, id })
  expect(rightsOf(path)).toEqual({ uid: others, gid: others, mode: 0o600 })
})

test.runIf(isRoot)(
  'behavior: a user who cannot keep the owner changes nothing, and learns the right user',
  async () => {
    chownSync(path, others, others)
    chmodSync(path, 0o644)
    chmodSync(folder, 0o777)
    process.seteuid?.(65_534)
    const refused = await addKey({ path })
      .catch((error: Error) => error)
      .finally(() => process.seteuid?.(0))
    expect(refused).toBeInstanceOf(Error)
    expect(String(refused)).toContain(`belongs to the user ${others} and the group ${others}`)
    expect(String(refused)).toContain(`sudo -u '#${others}'`)
    expect(idsOf(path)).toEqual([keyId(key)])
    expect(readdirSync(folder)).toEqual(['wallet.key'])
  },
)
