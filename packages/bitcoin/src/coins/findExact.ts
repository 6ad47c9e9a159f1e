/** Maximum number of sets to try. The largest values come first, so that a match is found early or hardly ever. */
const attempts = 20_000

/**
 * Finds a set of values that adds up to a target, or to slightly more. Searches depth first, and prunes branches that cannot reach it
 * (Murch's branch and bound). Of several sets it returns the first one that is nearest to the target.
 *
 * @param values the largest first, each above 0
 * @param tolerance accepted excess over the target
 * @returns the indexes; undefined if there is none
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
  // Sum of the values from each index on.
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
      // Skipping one of several equal values is the same as skipping another.
      while (index < values.length && values[index] === values[last]) index++
      continue
    }
    chosen.push(index)
    sum += values[index] as bigint
    index++
  }
  return best
}
