/**
 * Tells whether an object of a text of JSON has a member twice, of which `JSON.parse` keeps the last alone.
 *
 * @param text is valid
 */
export function hasTwins(text: string): boolean {
  const objects: Set<string>[] = []
  for (const [token, string, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
    if (token === '{') objects.push(new Set())
    else if (token === '}') objects.pop()
    else if (string !== undefined && colon !== undefined) {
      const members = objects.at(-1)
      const key: string = JSON.parse(string)
      if (members?.has(key)) return true
      members?.add(key)
    }
  }
  return false
}
