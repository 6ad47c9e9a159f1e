/** Minimum and maximum number of characters in a name's own label. */
export const nameLabelBounds = { least: 4, most: 64 } as const

/** Issue of a label. */
export type NameLabelIssue = 'short' | 'long' | 'characters' | 'hyphen'

/**
 * Returns why a text is not a valid label of a registered name. A label has 4 to 64 lower case ASCII letters, digits and hyphens. It has no
 * hyphen at either end, and none at both the third and fourth place, which mark an encoding (ENSIP-15). Convert letters to lower case
 * first.
 *
 * @example
 * findNameLabelIssue('alice') // undefined
 * findNameLabelIssue('bob') // 'short'
 */
export function findNameLabelIssue(label: string): NameLabelIssue | undefined {
  if (!/^[a-z0-9-]*$/.test(label)) return 'characters'
  if (label.length < nameLabelBounds.least) return 'short'
  if (label.length > nameLabelBounds.most) return 'long'
  return /^-|-$|^..--/.test(label) ? 'hyphen' : undefined
}
