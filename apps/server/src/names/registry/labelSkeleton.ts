/** Look-alikes, replaced character by character and written out, so that every mixture of one look has the same skeleton. */
const alike: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', w: 'vv', m: 'rn' }

/**
 * Returns the skeleton of a label. Labels that look alike have the same skeleton. Consecutive hyphens count as one.
 *
 * @example
 * labelSkeleton('he110') // 'hello'
 * labelSkeleton('vvm') // 'vvrn', as for 'wrn'
 */
export function labelSkeleton(label: string): string {
  return label.replace(/[01iwm]/g, (character) => alike[character] ?? character).replace(/-+/g, '-')
}
