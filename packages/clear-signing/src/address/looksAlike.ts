/**
 * Tells whether two different addresses look alike where people look, at their ends: two digits or more at both and five
 * together, or one or more at both and six together, or six at one end. By chance that happens to one pair in 400,000 or so.
 */
export function looksAlike(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  if (one === other) return false
  let head = 0
  while (head < 40 && one[2 + head] === other[2 + head]) head++
  let tail = 0
  while (tail < 40 && one[41 - tail] === other[41 - tail]) tail++
  const both = Math.min(head, tail)
  return (both >= 2 && head + tail >= 5) || (both >= 1 && head + tail >= 6) || Math.max(head, tail) >= 6
}
