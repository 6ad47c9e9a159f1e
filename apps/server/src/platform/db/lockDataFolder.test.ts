import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import { afterAll, expect, test } from 'vitest'
import { lockDataFolder } from './lockDataFolder.ts'

const root = mkdtempSync(join(tmpdir(), 'latchkey-lock-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let count = 0
const folder = () => join(root, String(count++))

/** Takes the lock and returns the process number in the file. */
function takenBy(path: string): number {
  const lock = lockDataFolder({ folder: path })
  const { pid } = JSON.parse(readFileSync(join(path, 'lock.json'), 'utf8'))
  lock.release()
  return pid
}

async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '0'])
  await new Promise((resolve) => child.once('exit', resolve))
  return child.pid ?? 0
}

test('default', () => {
  const path = folder()
  const lock = lockDataFolder({ folder: path })
  expect(existsSync(join(path, 'lock.json'))).toBe(true)
  lock.release()
  lock.release()
  expect(existsSync(join(path, 'lock.json'))).toBe(false)
  lockDataFolder({ folder: path }).release()
})

test('error: a second process is refused, and the error names the first', () => {
  const path = folder()
  const lock = lockDataFolder({ folder: path })
  let refusal: unknown
  try {
    lockDataFolder({ folder: path })
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(ServiceError)
  expect(refusal).toMatchObject({ code: 'data_folder_locked' })
  expect(String(refusal)).toContain(`pid ${process.pid}`)
  lock.release()
})

test('behavior: takes over the lock of a dead process', async () => {
  const path = folder()
  lockDataFolder({ folder: path }).release()
  writeFileSync(join(path, 'lock.json'), JSON.stringify({ pid: await endedProcess(), startedAt: '1' }))
  expect(takenBy(path)).toBe(process.pid)
})

test('behavior: a reused process number is not mistaken for the holder', () => {
  const path = folder()
  lockDataFolder({ folder: path }).release()
  writeFileSync(join(path, 'lock.json'), JSON.stringify({ pid: process.pid, startedAt: 'another time' }))
  expect(takenBy(path)).toBe(process.pid)
})

test('behavior: an unreadable lock has no holder', () => {
  const path = folder()
  lockDataFolder({ folder: path }).release()
  writeFileSync(join(path, 'lock.json'), '{"pid":')
  expect(takenBy(path)).toBe(process.pid)
})

test('behavior: exactly one of many processes takes over a dead lock', async () => {
  const path = folder()
  lockDataFolder({ folder: path }).release()
  writeFileSync(join(path, 'lock.json'), JSON.stringify({ pid: await endedProcess(), startedAt: '1' }))
  const module = new URL('./lockDataFolder.ts', import.meta.url).href
  const program = `const { lockDataFolder } = await import(${JSON.stringify(module)});
    process.stdout.write('?'); await new Promise((go) => process.stdin.once('data', go));
    try { lockDataFolder({ folder: ${JSON.stringify(path)} }); process.stdout.write('won') } catch (e) { process.stdout.write(e.code) }
    await new Promise((end) => process.stdin.once('end', end)); process.exit(0)`
  const children = Array.from({ length: 4 }, () => {
    const child = spawn(
      process.execPath,
      ['--conditions=dev', '--import', 'tsx', '--input-type=module', '-e', program],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const says = (pattern: RegExp) =>
      new Promise<string>((resolve) => {
        const look = () => {
          if (pattern.test(said)) resolve(said)
        }
        child.stdout.on('data', look)
        look()
      })
    return { child, says, ended: new Promise((resolve) => child.once('exit', resolve)) }
  })
  await Promise.all(children.map(({ says }) => says(/\?/)))
  for (const { child } of children) child.stdin.write('go')
  const words = await Promise.all(children.map(({ says }) => says(/won|data_folder_locked/)))
  for (const { child } of children) child.stdin.end()
  await Promise.all(children.map(({ ended }) => ended))
  expect(words.filter((word) => word.includes('won'))).toHaveLength(1)
})
