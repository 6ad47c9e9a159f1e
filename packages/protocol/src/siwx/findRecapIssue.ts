import { describeRecap, isRecap, readRecap, recapPreamble } from './recap.ts'
import type { SiwxMessageData } from './SiwxMessageData.ts'

/**
 * Finds what is wrong with what a message allows an app (ERC-5573): `resources` where a recap is malformed or not the last of them,
 * `statement` where that does not end with what the recap allows, to the letter, or says so without one.
 *
 * @example
 * const field = findSiwxIssue(data) ?? findRecapIssue(data)
 * if (field) throw new ServiceError('siwx_message_invalid', { field })
 */
export function findRecapIssue({
  statement = '',
  resources = [],
}: Pick<SiwxMessageData, 'statement' | 'resources'>): 'resources' | 'statement' | undefined {
  const at = resources.findIndex(isRecap)
  if (at < 0) return statement.includes(recapPreamble) ? 'statement' : undefined
  const recap = at === resources.length - 1 ? readRecap(resources[at] as string) : undefined
  if (!recap) return 'resources'
  const sentence = describeRecap(recap)
  if (!statement.endsWith(sentence)) return 'statement'
  const own = statement.slice(0, -sentence.length)
  return (own === '' || own.endsWith(' ')) && !own.includes(recapPreamble) ? undefined : 'statement'
}
