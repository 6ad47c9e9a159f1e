import { findNameLabelIssue, type NameLabelIssue, nameLabelBounds } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { NamesConfig } from '../../platform/config/namesConfig.ts'
import { normalizeName } from '../normalizeName.ts'
import { labelSkeleton } from './labelSkeleton.ts'
import { authorityWords, reservedLabels } from './reservedLabels.ts'

/** Says what keeps a label from being registered, whoever asks; undefined where nothing does. */
export type LabelJudge = (label: string) => ServiceError | undefined

const issues: Record<NameLabelIssue, string> = {
  short: `A name has at least ${nameLabelBounds.least} characters`,
  long: `A name has at most ${nameLabelBounds.most} characters`,
  characters: 'A name has lower case letters (a to z), digits and hyphens only',
  hyphen: 'A name has no hyphen at either end, and no two as its third and fourth character',
}

/**
 * Creates the judge of a zone's labels: their form, the words that are reserved and those that the operator blocks, each with what looks
 * like them.
 *
 * @returns a judge that gives `name_invalid` or `name_reserved`
 */
export function createLabelJudge({
  zone,
  reserved,
  blocked,
}: Pick<NamesConfig, 'zone' | 'reserved' | 'blocked'>): LabelJudge {
  const skeletons = (words: readonly string[]) => words.map(labelSkeleton)
  const own = zone.split('.').slice(0, -1)
  const whole = new Set(skeletons([...reservedLabels, ...reserved]))
  const parts = new Set(skeletons([...authorityWords, ...own]))
  const anywhere = skeletons(blocked)

  return (label) => {
    const issue = findNameLabelIssue(label)
    if (issue) return new ServiceError('name_invalid', { field: 'name', message: issues[issue] })
    if (normalizeName(`${label}.${zone}`) !== `${label}.${zone}`)
      return new ServiceError('name_invalid', { field: 'name' })
    const skeleton = labelSkeleton(label)
    const plain = labelSkeleton(label.replaceAll('-', ''))
    const isReserved =
      [skeleton, plain].some((text) => whole.has(text) || parts.has(text)) ||
      skeleton.split('-').some((part) => parts.has(part)) ||
      anywhere.some((word) => skeleton.includes(word) || plain.includes(word))
    return isReserved ? new ServiceError('name_reserved', { field: 'name' }) : undefined
  }
}
