import { describeRecap, isRecap, readRecap, recapPreamble } from './recap.ts'
import type { SiwxMessageData } from './SiwxMessageData.ts'

/**
 * Finds an error in the abilities that a message grants to an app (ERC-5573). `resources`: a recap is malformed or not the last resource.
 * `statement`: it does not end with the exact sentence of the recap, or has such a sentence without a recap.
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
