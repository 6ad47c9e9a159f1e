import type { ChainId, ChainNamespace } from '../caip/chainId.ts'
import { findSiwxIssue } from './findSiwxIssue.ts'
import type { SiwxMessageData } from './SiwxMessageData.ts'
import { siwxBlockchains, siwxLabels, writeSiwxMessage } from './writeSiwxMessage.ts'

/** Result of {@link readSiwxMessage}: the message's fields, or the first wrong one. */
export type ReadSiwxMessage =
  | { data: SiwxMessageData; issue?: undefined }
  | { data?: undefined; issue: keyof SiwxMessageData }

type Label = keyof typeof siwxLabels

const families = Object.entries(siwxBlockchains) as [ChainNamespace, string][]
const labels = Object.entries(siwxLabels) as [Label, string][]
const required: readonly Label[] = ['uri', 'version', 'chainId', 'nonce']
const opening =
  /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?([^\s/]+) wants you to sign in with your (Ethereum|Solana|Bitcoin) account:$/
/** Largest length of a message. A longer one is not parsed. */
const maxLength = 10_000

/**
 * Reads the text of a sign-in message, line by line. The fields, written again, must give exactly the same text. So there is only one
 * reading of a text, and no part of a statement counts as a field.
 *
 * @example
 * const { data, issue } = readSiwxMessage(text)
 * if (!data) throw new ServiceError('siwx_message_invalid', { field: issue })
 * @see EIP-4361, CAIP-122
 */
export function readSiwxMessage(text: string): ReadSiwxMessage {
  if (text.length > maxLength) return { issue: 'statement' }
  const [first = '', accountAddress = '', blank, ...rest] = text.split('\n')
  const [, scheme, domain, name] = opening.exec(first) ?? []
  const namespace = families.find(([, family]) => family === name)?.[0]
  if (domain === undefined || namespace === undefined) return { issue: 'domain' }
  if (blank !== '') return { issue: 'accountAddress' }
  // Without a statement its line is absent, and the empty line after it follows at once. A statement can also be empty.
  const statement = rest[0] === '' && rest[1] !== '' ? undefined : rest.shift()
  if (rest.shift() !== '') return { issue: 'statement' }

  const lines: { [Field in Label]?: string } = {}
  for (const [field, label] of labels) {
    const start = `${label}: `
    if (rest[0]?.startsWith(start)) lines[field] = (rest.shift() as string).slice(start.length)
    else if (required.includes(field)) return { issue: field }
  }
  const resources = takeResources(rest)
  const data = {
    ...lines,
    ...{ accountAddress, domain, chainId: `${namespace}:${lines.chainId}` as ChainId },
    ...(scheme !== undefined && { scheme }),
    ...(statement !== undefined && { statement }),
    ...(resources && { resources }),
  } as SiwxMessageData
  const issue = findSiwxIssue(data)
  if (issue) return { issue }
  return writeSiwxMessage(data) === text ? { data } : { issue: findField(rest[0]) }
}

function takeResources(rest: string[]): readonly string[] | undefined {
  if (rest[0] !== 'Resources:') return undefined
  rest.shift()
  const resources: string[] = []
  while (rest[0]?.startsWith('- ')) resources.push((rest.shift() as string).slice(2))
  return resources
}

/** Returns the field of a line in a place where it is not allowed. */
function findField(line: string | undefined): keyof SiwxMessageData {
  return labels.find(([, label]) => line?.startsWith(`${label}:`))?.[0] ?? 'resources'
}
