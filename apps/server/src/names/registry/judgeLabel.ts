import { findNameLabelIssue, type NameLabelIssue, nameLabelBounds } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { NamesConfig } from '../../platform/config/namesConfig.ts'
import { normalizeName } from '../normalizeName.ts'
import { labelSkeleton } from './labelSkeleton.ts'
import { authorityWords, reservedLabels, serviceWords } from './reservedLabels.ts'

/** Says what keeps a label from being registered, whoever asks; undefined where nothing does. */
export type LabelJudge = (label: string) => ServiceError | undefined

const issues: Record<NameLabelIssue, string> = {
  short: `A name has at least ${nameLabelBounds.least} characters`,
  long: `A name has at most ${nameLabelBounds.most} characters`,
  characters: 'A name has lower case letters (a to z), digits and hyphens only',
  hyphen: 'A name has no hyphen at either end, and no two as its third and fourth character',
}

/** Shorter words of the zone are parts of too many others. */
const shortestAnywhere = 5

/** Digits and hyphens that are left out of a label as a whole. 0 and 1 are digits, or letters: both are tried. */
const fillings = [/-/g, /[0-9-]/g, /[2-9-]/g]
/** Between the pieces of a label, likewise. */
const gaps = [/-+/, /[0-9-]+/, /[2-9-]+/, /^[0-9-]+|[0-9-]+$/]

/**
 * Creates the judge of a zone's labels: their form, the words that are reserved and those that the operator blocks, each with what looks
 * like them.
 *
 * A word of authority is refused where it stands by itself: alone, between hyphens or digits (`support1`, `ask-admin`), or with nothing but
 * other reserved words (`adminteam`); a word that has it in it is a word of its own (`supporter`, `badminton`). The zone's own word is
 * refused wherever it is (`latchkeyhelp`).
 *
 * @returns a judge that gives `name_invalid` or `name_reserved`
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
    // A label without an issue is in normal form already.
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
