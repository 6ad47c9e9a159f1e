/**
 * Finds the most similar word: the one with the fewest characters to change, add or remove, ignoring letter case. Undefined if more than two
 * characters and more than a third of the word would have to change.
 *
 * @example findNearest({ word: 'tagLine', words: ['token', 'tagline'] }) // 'tagline'
 */
export function findNearest({ word, words }: { word: string; words: readonly string[] }): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 3))
  const [nearest] = words
    .map((candidate) => ({ candidate, distance: distanceOf(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((one, other) => one.distance - other.distance)
  return nearest?.candidate
}

/** Returns the Levenshtein distance. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (const [column, other] of [...to].entries())
      next.push(
        Math.min((row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1, (row[column] ?? 0) + (letter === other ? 0 : 1)),
      )
    row = next
  }
  return row[to.length] ?? 0
}
