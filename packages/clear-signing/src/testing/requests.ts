import type { DescribeParameters } from '../DescribeParameters.ts'
import type { Description, FindingCode, SigningRequest } from '../Description.ts'
import { describeRequest } from '../describeRequest.ts'

/** Signer of the tests: the first of the public keys of the ERC-2612 examples, 0x0101…01. */
export const account = '0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1'
/** Its key. */
export const privateKey = `0x${'01'.repeat(32)}` as const
/** A time in 2026, Unix milliseconds. */
export const now = Date.UTC(2026, 10, 20, 12)
/** Encodes an address or a number as a word of 32 bytes. */
export const word = (value: string | bigint | number) =>
  (typeof value === 'string' ? value.slice(2).toLowerCase() : BigInt(value).toString(16)).padStart(64, '0')

/** An unreachable network, and an account without known addresses. */
export const offline: Omit<DescribeParameters, 'request'> = {
  read: () => Promise.reject(new Error('offline')),
  network: { name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, testnet: false },
  knownAddresses: [],
  now: () => now,
}

/** A request on Ethereum by the test account. */
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

/** Returns the codes of a level, each once. */
export function codesOf(description: Description, level?: 'refuse' | 'warn' | 'note'): readonly FindingCode[] {
  const found = description.findings.filter((finding) => level === undefined || finding.level === level)
  return [...new Set(found.map(({ code }) => code))]
}
