/** What looks alike, longest first; nothing that ordinary words need is taken away. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/1/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]

/**
 * What a label looks like: labels that the eye takes for one another have one skeleton.
 *
 * @example labelSkeleton('he110') // 'hello'
 */
export function labelSkeleton(label: string): string {
  return alike.reduce((text, [pattern, letter]) => text.replace(pattern, letter), label)
}
