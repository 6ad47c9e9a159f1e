import { type NameLabelIssue, nameLabelBounds } from '@latchkey/protocol'
import type { Translate } from '../../messages/createTranslate.ts'
import type { NameSearch } from './useNameSearch.ts'

/** State of a name during typing. */
export type LabelState = {
  tone?: 'gain' | 'loss'
  text: string
  /** The text is a name, not a sentence. */
  isName?: boolean
  busy?: boolean
}

/** Describes the state of a name during typing: its fault, and whether it is free. */
export function describeLabel({
  label,
  issue,
  search,
  zone,
  t,
}: {
  label: string
  issue: NameLabelIssue | undefined
  search: NameSearch
  zone: string | undefined
  t: Translate
}): LabelState {
  if (label === '') return { text: t('names.rule') }
  if (issue === 'short') return { text: t('names.short', { count: nameLabelBounds.least }) }
  if (issue === 'long') return { tone: 'loss', text: t('names.long', { count: nameLabelBounds.most }) }
  if (issue !== undefined) return { tone: 'loss', text: t(`names.${issue}`) }
  switch (search.status) {
    case 'free':
      return { tone: 'gain', text: t('names.free', { name: search.name }) }
    case 'taken':
      return { tone: 'loss', text: t('names.taken', { name: search.name }) }
    case 'checking':
      return { busy: true, text: t('names.checking', { name: zone === undefined ? label : `${label}.${zone}` }) }
    default:
      return { text: '' }
  }
}
