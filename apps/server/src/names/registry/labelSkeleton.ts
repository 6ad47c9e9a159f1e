/**
 * What looks alike, each character for itself and written out rather than joined: however it is mixed, one look has one skeleton.
 */
const alike: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', w: 'vv', m: 'rn' }

/**
 * What a label looks like: labels that the eye takes for one another have one skeleton. How many hyphens stand together is not seen.
 *
 * @example
 * labelSkeleton('he110') // 'hello'
 * labelSkeleton('vvm') // 'vvrn', as for 'wrn'
 */
export function labelSkeleton(label: string): string {
  return label.replace(/[01iwm]/g, (character) => alike[character] ?? character).replace(/-+/g, '-')
}
