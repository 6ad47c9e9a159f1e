/**
 * Finds the text of the id in a JSON-RPC message. Mobile clients send integers of 19 digits, which `JSON.parse` rounds. No client would
 * recognize a reply with a rounded id.
 *
 * @param text valid JSON of an object, already checked with `JSON.parse`
 * @returns the text of the last top-level `id`, the same one that JSON.parse uses; undefined if there is none
 * @example findIdToken('{"params":{"id":1},"id":1712345678901234567}') // '1712345678901234567'
 */
export function findIdToken(text: string): string | undefined {
  let token: string | undefined
  let at = text.indexOf('{') + 1
  for (;;) {
    at = skipSpace(text, at)
    if (text[at] !== '"') return token
    const endOfKey = endOfString(text, at)
    const key = text.slice(at, endOfKey)
    // After the colon.
    at = skipSpace(text, skipSpace(text, endOfKey) + 1)
    const end = endOfValue(text, at)
    if (key === '"id"' || (key.includes('\\') && JSON.parse(key) === 'id')) token = text.slice(at, end)
    at = skipSpace(text, end)
    if (text[at] !== ',') return token
    at += 1
  }
}

function skipSpace(text: string, from: number): number {
  let at = from
  for (let code = text.charCodeAt(at); code === 32 || code === 9 || code === 10 || code === 13; ) {
    at += 1
    code = text.charCodeAt(at)
  }
  return at
}

/** Returns the position after the closing quote of the string that begins at `from`. */
function endOfString(text: string, from: number): number {
  let at = from
  for (;;) {
    at = text.indexOf('"', at + 1)
    if (at < 0) return text.length
    let backslashes = 0
    while (text[at - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return at + 1
  }
}

function endOfValue(text: string, from: number): number {
  const first = text[from]
  if (first === '"') return endOfString(text, from)
  let at = from
  if (first !== '{' && first !== '[') {
    while (at < text.length && !/[\s,}]/.test(text[at] ?? '')) at += 1
    return at
  }
  let depth = 0
  while (at < text.length) {
    const sign = text[at]
    if (sign === '"') {
      at = endOfString(text, at)
      continue
    }
    at += 1
    if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return at
}
