import { describe, expect, test } from 'vitest'
import { isQuarantined, readQuarantine } from './quarantine.mjs'

const now = Date.parse('2026-11-22')
const entry = { file: 'a.test.ts', name: 'one thing', since: '2026-11-20', cause: 'two servers race for a port' }
const read = (entries: unknown) => readQuarantine({ now, text: JSON.stringify(entries) })

describe('quarantine', () => {
  test('default: the file of this repository can be read', () => {
    expect(readQuarantine()).toBeInstanceOf(Array)
  })

  test('behavior: an entry is valid for a week', () => {
    expect(read([entry])).toStrictEqual([entry])
    expect(() => read([{ ...entry, since: '2026-11-14' }])).toThrow('a.test.ts › one thing')
  })

  test.each(['file', 'name', 'since', 'cause'])('error: an entry without %s', (key) => {
    expect(() => read([{ ...entry, [key]: undefined }])).toThrow('a cause')
  })

  test('error: more than five entries', () => {
    expect(() => read(Array(6).fill(entry))).toThrow('at most 5')
  })

  test('behavior: a stage is retried only if every failure is in quarantine', () => {
    const failure = { file: entry.file, name: entry.name, message: '' }
    expect(isQuarantined([failure], [entry])).toBe(true)
    expect(isQuarantined([failure, { ...failure, name: 'another' }], [entry])).toBe(false)
    expect(isQuarantined([{ ...failure, file: 'b.test.ts' }], [entry])).toBe(false)
    expect(isQuarantined([], [entry])).toBe(false)
  })
})
