/** So many sets are looked at; the largest values come first, so that a match is found early or hardly ever. */
const attempts = 20_000

/**
 * Looks for a set of values that adds up to a target, or to little more: depth first with branches cut that cannot reach it (Murch's
 * branch and bound). Among several the one nearest to the target is taken, and the first of those.
 *
 * @param values the largest first, each above 0
 * @param tolerance how much above the target is still good
 * @returns the indexes; undefined when none was found
 */
export function findExact({
  values,
  target,
  tolerance,
}: {
  values: readonly bigint[]
  target: bigint
  tolerance: bigint
}): readonly number[] | undefined {
  // What the values from each index on add up to.
  const rest = new Array<bigint>(values.length + 1).fill(0n)
  for (let index = values.length - 1; index >= 0; index--)
    rest[index] = (rest[index + 1] as bigint) + (values[index] as bigint)
  if ((rest[0] as bigint) < target) return undefined

  const chosen: number[] = []
  let best: readonly number[] | undefined
  let bestSum = target + tolerance
  let sum = 0n
  let index = 0
  for (let attempt = 0; attempt < attempts; attempt++) {
    const isDeadEnd = sum + (rest[index] as bigint) < target || sum > bestSum
    if (!isDeadEnd && sum >= target) {
      if (best === undefined || sum < bestSum) {
        best = [...chosen]
        bestSum = sum
      }
      if (sum === target) return best
    }
    if (isDeadEnd || sum >= target || index === values.length) {
      const last = chosen.pop()
      if (last === undefined) return best
      sum -= values[last] as bigint
      index = last + 1
      // Leaving out one of equal values is the same as leaving out another.
      while (index < values.length && values[index] === values[last]) index++
      continue
    }
    chosen.push(index)
    sum += values[index] as bigint
    index++
  }
  return best
}
