import { ServiceError } from '@latchkey/protocol/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCursor, writeCursor } from './cursor.ts'

const refused = (read: () => unknown) => {
  try {
    read()
    return undefined
  } catch (error) {
    return error instanceof ServiceError ? error.code : error
  }
}

/** Small enough for a cursor. */
const position = fc.jsonValue().filter((value) => Buffer.byteLength(JSON.stringify(value)) <= 1528)

test('default: reads a written cursor', () => {
  fc.assert(
    fc.property(fc.string(), position, (scope, position) => {
      const cursor = writeCursor(scope, position)
      expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(readCursor(scope, cursor)).toEqual(JSON.parse(JSON.stringify(position)))
    }),
  )
})

test('error: rejects a cursor that is too long for a URL', () => {
  const long = (length: number) => writeCursor('history', 'a'.repeat(length))
  expect(long(1526)).toHaveLength(2048)
  expect(readCursor('history', long(1526))).toBe('a'.repeat(1526))
  expect(refused(() => readCursor('history', long(1527)))).toBe('malformed_cursor')
})

test('error: rejects the cursor of another list, a changed character, a truncated cursor and garbage', () => {
  const cursor = writeCursor('history 0xa all', [['eip155:1', 5, 1]])
  expect(refused(() => readCursor('history 0xb all', cursor))).toBe('malformed_cursor')
  for (let index = 0; index < cursor.length; index++) {
    const changed = `${cursor.slice(0, index)}${cursor[index] === 'A' ? 'B' : 'A'}${cursor.slice(index + 1)}`
    expect(
      refused(() => readCursor('history 0xa all', changed)),
      String(index),
    ).toBe('malformed_cursor')
    expect(refused(() => readCursor('history 0xa all', cursor.slice(0, index)))).toBe('malformed_cursor')
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      expect(refused(() => readCursor('history 0xa all', text))).toBe('malformed_cursor')
    }),
  )
})
