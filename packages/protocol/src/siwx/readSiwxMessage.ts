import type { ChainId, ChainNamespace } from '../caip/chainId.ts'
import { findSiwxIssue } from './findSiwxIssue.ts'
import type { SiwxMessageData } from './SiwxMessageData.ts'
import { siwxBlockchains, writeSiwxMessage } from './writeSiwxMessage.ts'

/** What {@link readSiwxMessage} found: the message's fields, or the first one that is not what it has to be. */
export type ReadSiwxMessage =
  | { data: SiwxMessageData; issue?: undefined }
  | { data?: undefined; issue: keyof SiwxMessageData }

const families = Object.entries(siwxBlockchains) as [ChainNamespace, string][]
const opening =
  /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?([^\s/]+) wants you to sign in with your (Ethereum|Solana|Bitcoin) account:$/
/** Some bytes are enough for every message; a longer one is not read at all. */
const maxLength = 10_000

/**
 * Reads the text of a sign-in message, line by line. What was read, written again, must be the text to the letter: so there is one way to
 * read it, and nothing in a statement counts as a field.
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
  // Without a statement its line is not there, and the empty line that follows it comes at once.
  const statement = rest[0] === '' ? undefined : rest.shift()
  if (rest.shift() !== '') return { issue: 'statement' }

  const take = (label: string): string | undefined => {
    const start = `${label}: `
    return rest[0]?.startsWith(start) ? rest.shift()?.slice(start.length) : undefined
  }
  const uri = take('URI')
  if (uri === undefined) return { issue: 'uri' }
  const version = take('Version')
  if (version === undefined) return { issue: 'version' }
  const reference = take('Chain ID')
  if (reference === undefined) return { issue: 'chainId' }
  const nonce = take('Nonce')
  if (nonce === undefined) return { issue: 'nonce' }
  const data: SiwxMessageData = {
    ...{ accountAddress, chainId: `${namespace}:${reference}` as ChainId, domain, uri, version, nonce },
    ...withoutUndefined({
      scheme,
      statement,
      issuedAt: take('Issued At'),
      expirationTime: take('Expiration Time'),
      notBefore: take('Not Before'),
      requestId: take('Request ID'),
      resources: takeResources(rest),
    }),
  }
  const issue = findSiwxIssue(data)
  if (issue) return { issue }
  return writeSiwxMessage(data) === text ? { data } : { issue: rest.length > 0 ? 'resources' : 'statement' }
}

function takeResources(rest: string[]): readonly string[] | undefined {
  if (rest[0] !== 'Resources:') return undefined
  rest.shift()
  const resources: string[] = []
  while (rest[0]?.startsWith('- ')) resources.push((rest.shift() as string).slice(2))
  return resources
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

function withoutUndefined<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Present<T>
}
