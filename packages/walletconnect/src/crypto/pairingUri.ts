import { WalletConnectError } from '@latchkey/protocol/relay'

/** Contents of a pairing code. */
export type PairingUri = {
  /** 64 hexadecimal digits. By convention the hash of the key, but the app can choose another. */
  topic: string
  /** 64 hexadecimal digits. */
  symKey: string
  /** Unix seconds; old apps omit it. */
  expiryTimestamp?: number
  /** Methods that the app may call on this pairing (`wc_sessionPropose`, `wc_sessionAuthenticate`); old apps omit them. */
  methods?: readonly string[]
}

/** Formats a pairing code. Source: EIP-1328; WalletConnect specification, pairing URI. */
export function formatPairingUri({ topic, symKey, expiryTimestamp, methods }: PairingUri): string {
  const parameters = [
    'relay-protocol=irn',
    `symKey=${symKey}`,
    ...(expiryTimestamp === undefined ? [] : [`expiryTimestamp=${expiryTimestamp}`]),
    ...(methods?.length ? [`methods=${methods.join(',')}`] : []),
  ]
  return `wc:${topic}@2?${parameters.join('&')}`
}

/**
 * Parses a pairing code as existing apps write it: parameters in any order, with unknown ones, behind `wc://`, or percent-encoded as a
 * whole.
 * @throws LatchkeyError `pairing_uri_invalid`
 */
export function parsePairingUri(uri: string): PairingUri {
  const invalid = (details: string) => new WalletConnectError('pairing_uri_invalid', { details })
  const text = uri.trim()
  const [, topic, version, query] =
    /^wc:(?:\/\/)?([0-9a-f]{64})@(\d+)\/?\?(.*)$/is.exec(/^wc%3a/i.test(text) ? decode(text) : text) ?? []
  if (!topic) throw invalid('It does not read wc:<topic>@<version>?…')
  if (version !== '2') throw invalid('It is not of version 2')
  const parameters = new URLSearchParams(query)
  const protocol = parameters.get('relay-protocol') ?? 'irn'
  if (protocol !== 'irn') throw invalid('It wants another protocol than irn')
  const symKey = parameters.get('symKey')?.toLowerCase() ?? ''
  if (!/^[0-9a-f]{64}$/.test(symKey)) throw invalid('Its key is not 64 hexadecimal digits')
  const expiry = parameters.get('expiryTimestamp')
  if (expiry !== null && !/^\d{1,15}$/.test(expiry)) throw invalid('Its end is no number')
  // Some apps put the list in brackets.
  const methods = parameters
    .get('methods')
    ?.split(',')
    .map((method) => method.replace(/[[\]\s]/g, ''))
    .filter(Boolean)
  return {
    topic: topic.toLowerCase(),
    symKey,
    ...(expiry === null ? {} : { expiryTimestamp: Number(expiry) }),
    ...(methods?.length ? { methods } : {}),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
