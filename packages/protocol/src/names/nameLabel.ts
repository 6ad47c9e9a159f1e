/** Characters of a name's own label, least and most. */
export const nameLabelBounds = { least: 4, most: 64 } as const

/** What is wrong with a label. */
export type NameLabelIssue = 'short' | 'long' | 'characters' | 'hyphen'

/**
 * Says what keeps a text from being the label of a registered name: lower case letters (of ASCII), digits and hyphens, 4 to 64
 * of them, no hyphen first or last, none at the third and fourth place together (an encoding's, ENSIP-15). Letters are to be
 * lower-cased before.
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
