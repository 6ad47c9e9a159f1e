import { findNameLabelIssue, type NameLabelIssue, nameLabelBounds } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { NamesConfig } from '../../platform/config/namesConfig.ts'
import { normalizeName } from '../normalizeName.ts'
import { labelSkeleton } from './labelSkeleton.ts'
import { authorityWords, reservedLabels, serviceWords } from './reservedLabels.ts'

/** Returns why a label cannot be registered by any account, or undefined if it can. */
export type LabelJudge = (label: string) => ServiceError | undefined

const issues: Record<NameLabelIssue, string> = {
  short: `A name has at least ${nameLabelBounds.least} characters`,
  long: `A name has at most ${nameLabelBounds.most} characters`,
  characters: 'A name has lower case letters (a to z), digits and hyphens only',
  hyphen: 'A name has no hyphen at either end, and no two as its third and fourth character',
}

/** Shorter words of the zone are parts of too many other words. */
const shortestAnywhere = 5

/** Digits and hyphens to remove from a label. 0 and 1 can be digits or letters, so both are tried. */
const fillings = [/-/g, /[0-9-]/g, /[2-9-]/g]
/** The same, as separators of a label's pieces. */
const gaps = [/-+/, /[0-9-]+/, /[2-9-]+/, /^[0-9-]+|[0-9-]+$/]

/**
 * Creates the judge of a zone's labels. It checks their form, the reserved words and the operator's blocked words, including look-alikes.
 *
 * An authority word is refused as a separate part: alone, between hyphens or digits (`support1`, `ask-admin`), or next to only reserved
 * words (`adminteam`). Words that merely contain one are allowed (`supporter`, `badminton`). The zone's own word is refused in any position
 * (`latchkeyhelp`).
 *
 * @returns a judge that returns `name_invalid` or `name_reserved`
 */
export function createLabelJudge({
  zone,
  reserved,
  blocked,
}: Pick<NamesConfig, 'zone' | 'reserved' | 'blocked'>): LabelJudge {
  const isZone = normalizeName(zone) === zone
  const skeletons = (words: readonly string[]) => words.map(labelSkeleton)
  const own = zone.split('.').slice(0, -1)
  const whole = new Set(skeletons([...reservedLabels, ...reserved]))
  const parts = new Set(skeletons([...authorityWords, ...own]))
  const named = own.filter((word) => word.length >= shortestAnywhere && !reservedLabels.includes(word))
  const anywhere = skeletons([...blocked, ...named])
  const speaking = [...parts, ...skeletons(serviceWords)].join('|')
  const glued = new RegExp(`^(?=.*(?:${speaking}))(?:${[...new Set([...whole, ...parts])].join('|')})+$`)

  return (label) => {
    const issue = findNameLabelIssue(label)
    if (issue) return new ServiceError('name_invalid', { field: 'name', message: issues[issue] })
    // A label without an issue is already in normal form.
    if (!isZone) return new ServiceError('name_invalid', { field: 'name' })
    const texts = skeletons([label, ...fillings.map((filling) => label.replace(filling, ''))])
    const pieces = skeletons(gaps.flatMap((gap) => label.split(gap)))
    const isReserved =
      texts.some((text) => whole.has(text) || parts.has(text) || glued.test(text)) ||
      pieces.some((piece) => parts.has(piece)) ||
      anywhere.some((word) => texts.some((text) => text.includes(word)))
    return isReserved ? new ServiceError('name_reserved', { field: 'name' }) : undefined
  }
}
