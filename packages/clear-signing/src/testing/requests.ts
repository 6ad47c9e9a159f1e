import type { DescribeParameters } from '../DescribeParameters.ts'
import type { Description, FindingCode, SigningRequest } from '../Description.ts'
import { describeRequest } from '../describeRequest.ts'

/** Who signs in the tests: the first of the keys that everybody knows from the ERC-2612 examples, 0x0101…01. */
export const account = '0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1'
/** Its key. */
export const privateKey = `0x${'01'.repeat(32)}` as const
/** A time in 2026, unix milliseconds. */
export const now = Date.UTC(2026, 10, 20, 12)
/** A word of 32 bytes: an address or a number. */
export const word = (value: string | bigint | number) =>
  (typeof value === 'string' ? value.slice(2).toLowerCase() : BigInt(value).toString(16)).padStart(64, '0')

/** A network that nobody can reach, and an account that knows nobody. */
export const offline: Omit<DescribeParameters, 'request'> = {
  read: () => Promise.reject(new Error('offline')),
  network: { name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, testnet: false },
  knownAddresses: [],
  now: () => now,
}

/** A request on Ethereum by the account of the tests. */
function requestOf(method: string, params: unknown): SigningRequest {
  return { method, params, chainId: 'eip155:1', account, origin: 'https://app.example' }
}

/** Describes a request without a chain. */
export function describeOffline({
  method,
  params,
  ...rest
}: { method: string; params: unknown } & Partial<DescribeParameters & SigningRequest>): Promise<Description> {
  const { origin, asOperation } = rest
  const request = {
    ...requestOf(method, params),
    ...(origin ? { origin } : {}),
    ...(asOperation ? { asOperation } : {}),
  }
  return describeRequest({ ...offline, ...rest, request })
}

/** The codes of a level, each once. */
export function codesOf(description: Description, level?: 'refuse' | 'warn' | 'note'): readonly FindingCode[] {
  const found = description.findings.filter((finding) => level === undefined || finding.level === level)
  return [...new Set(found.map(({ code }) => code))]
}
