/** Position of a syntax error, and the expected syntax. Lines and columns count from 1. */
export type JsonErrorPlace = { line: number; column: number; expected: string }

class Stop extends Error {
  readonly expected: string
  constructor(expected: string) {
    super(expected)
    this.expected = expected
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON rejects them in strings
const text = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y

/** Finds the first syntax error in a text that `JSON.parse` rejected. The engine's own message often has no position. */
export function findJsonError(source: string): JsonErrorPlace {
  let position = 0

  const skip = () => {
    while (/[\t\n\r ]/.test(source.charAt(position))) position += 1
  }
  const take = (pattern: RegExp) => {
    pattern.lastIndex = position
    const match = pattern.exec(source)
    if (match) position += match[0].length
    return match !== null
  }
  const takeCharacter = (character: string) => {
    skip()
    if (source[position] !== character) return false
    position += 1
    return true
  }
  const list = (end: string, item: () => void) => {
    if (takeCharacter(end)) return
    do item()
    while (takeCharacter(','))
    if (!takeCharacter(end)) throw new Stop(`expected a comma or ${end}`)
  }
  const property = () => {
    skip()
    if (!take(text)) throw new Stop('expected a name in double quotes')
    if (!takeCharacter(':')) throw new Stop('expected a colon after the name')
    value()
  }
  const value = () => {
    skip()
    if (takeCharacter('{')) return list('}', property)
    if (takeCharacter('[')) return list(']', value)
    if (!take(text) && !take(scalar)) {
      throw new Stop(source[position] === '"' ? 'this text is not closed or holds a wrong escape' : 'expected a value')
    }
  }

  let expected = 'expected the end of the file'
  try {
    value()
    skip()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    expected = position >= source.length ? `${error.expected}, but the file ends` : error.expected
  }
  const before = source.slice(0, position).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, expected }
}
