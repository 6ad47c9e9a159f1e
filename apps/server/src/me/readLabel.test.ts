import { ServiceError } from '@latchkey/protocol/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLabel } from './readLabel.ts'

/** Returns the label, or the code of the refusal. */
const read = (text: string) => {
  try {
    return { label: readLabel(text) }
  } catch (error) {
    return error instanceof ServiceError ? { code: error.code, field: error.field } : error
  }
}
const refused = { code: 'invalid_body', field: 'label' }

test.each([
  ['Alice', 'Alice'],
  ['  My\t bank \n 2 ', 'My bank 2'],
  // One form (NFC), even if a hidden character separated letter and mark.
  ['Zoe\u0308', 'Zoë'],
  ['Zoe\u200b\u0308', 'Zoë'],
  ['Al\u202eice\u2066\u200f', 'Alice'],
  ['A\u0000l\u001bice\u007f\u0085', 'Alice'],
  ['Al\u200b\u200c\u200d\u2060\ufeffice', 'Alice'],
  ['Al\ud800ice', 'Alice'],
  ['👛', '👛'],
  ['银行', '银行'],
  ['حساب', 'حساب'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['👛'.repeat(60), '👛'.repeat(60)],
])('default: %j is %j', (text, label) => expect(read(text)).toEqual({ label }))

test.each(['', '   ', '\u200b\u202e', '\u0301', '\u3164', '\u2800', 'x'.repeat(61), '👛'.repeat(61)])(
  'error: %j',
  (text) => expect(read(text)).toEqual(refused),
)

test('behavior: for any text, the stored label is short, visible, one line and stable', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 80 })
  const mixed = fc.string({
    unit: fc.constantFrom('a', 'é', 'e', '\u0301', '\u200d', '\u202e', ' ', '\u0000', '👛', '\u1100', '\u1161'),
    maxLength: 80,
  })
  fc.assert(
    fc.property(fc.oneof(anything, mixed), (text) => {
      const found = read(text)
      const { label } = found as { label?: string }
      if (label === undefined) {
        expect(found).toEqual(refused)
        return
      }
      const { length } = [...label]
      expect(length).toBeGreaterThan(0)
      expect(length).toBeLessThanOrEqual(60)
      expect(label).not.toMatch(/[\p{C}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|^\s|\s$/u)
      expect(label.normalize('NFC')).toBe(label)
      expect(read(label)).toEqual({ label })
    }),
    { numRuns: 2_000 },
  )
})
