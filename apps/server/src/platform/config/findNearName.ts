/**
 * Finds the name that a mistyped one probably means: at most two letters differ, and fewer than half.
 *
 * @example findNearName('prot', ['host', 'port']) // 'port'
 */
export function findNearName(name: string, names: readonly string[]): string | undefined {
  const near = names
    .map((other) => ({ other, distance: distanceOf(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, distance }) => distance <= 2 && distance * 2 <= other.length)
    .sort((one, two) => one.distance - two.distance)
  return near[0]?.other
}

/** Returns the number of letters to insert, delete, replace, or swap with their neighbor (optimal string alignment). */
function distanceOf(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    rows.push(current)
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const ways = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1)]
      if (isSwap) ways.push(at(row - 2, column - 2) + 1)
      current.push(Math.min(...ways))
    }
  }
  return at(from.length, to.length)
}
