import { readAddress } from '../address/readAddress.ts'
import { readQuantity } from '../chain/readQuantity.ts'
import type { Finding } from '../Description.ts'
import { Malformed } from '../request/Malformed.ts'
import type { TransactionRequest } from './TransactionRequest.ts'

const fields = new Set([
  ...['from', 'to', 'value', 'data', 'input', 'gas', 'gasLimit', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'],
  ...['nonce', 'type', 'chainId', 'accessList', 'authorizationList'],
])

/**
 * Parses a JSON-RPC transaction strictly: an unknown field, or a format other than in the Ethereum JSON-RPC specification, makes it
 * malformed.
 *
 * @returns the transaction, and the findings that forbid signing
 * @throws Malformed
 */
export function readTransaction({
  value,
  account,
  chainId,
}: {
  value: unknown
  account: `0x${string}`
  /** EIP-155 chain ID of the network in use. */
  chainId: number
}): { transaction: TransactionRequest; findings: readonly Finding[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Malformed('transaction', 'not an object')
  const entries = Object.entries(value).filter(([, entry]) => entry !== null)
  const given = new Map<string, unknown>(entries)
  for (const [name] of entries) if (!fields.has(name)) throw new Malformed(name.slice(0, 40), 'not known')

  const findings = [...judgeOwner({ given, account }), ...judgeChain({ given, chainId }), ...judgeDelegation(given)]
  const to = given.has('to') ? readAddress(given.get('to')) : null
  if (to === undefined) throw new Malformed('to', 'not an address, or with a wrong checksum')
  const data = readData(given)
  if (to === null && data === '0x') throw new Malformed('to', 'missing')
  const gas = quantity(given, 'gas') ?? quantity(given, 'gasLimit')
  if (gas !== undefined && given.has('gas') && given.has('gasLimit')) throw new Malformed('gas', 'given twice')
  const nonce = quantity(given, 'nonce')
  if (nonce !== undefined && nonce > 0xffff_ffffn) throw new Malformed('nonce', 'too large')
  const type = readType(given)
  const prices = {
    gasPrice: quantity(given, 'gasPrice'),
    maxFeePerGas: quantity(given, 'maxFeePerGas'),
    maxPriorityFeePerGas: quantity(given, 'maxPriorityFeePerGas'),
  }
  checkPrices({ type, ...prices })
  return {
    findings,
    transaction: {
      to,
      value: quantity(given, 'value') ?? 0n,
      data,
      ...(type ? { type } : {}),
      ...(nonce === undefined ? {} : { nonce: Number(nonce) }),
      ...(gas === undefined ? {} : { gas }),
      ...Object.fromEntries(Object.entries(prices).filter(([, price]) => price !== undefined)),
    },
  }
}

function quantity(given: ReadonlyMap<string, unknown>, name: string): bigint | undefined {
  if (!given.has(name)) return undefined
  const value = readQuantity(given.get(name))
  if (value === undefined) throw new Malformed(name, 'not a quantity: 0x and digits without leading zeros')
  return value
}

function readData(given: ReadonlyMap<string, unknown>): `0x${string}` {
  const texts = ['data', 'input'].filter((name) => given.has(name)).map((name) => readBytes(name, given.get(name)))
  if (texts.length === 2 && texts[0] !== texts[1]) throw new Malformed('data', 'data and input differ')
  return texts[0] ?? '0x'
}

function readBytes(name: string, value: unknown): `0x${string}` {
  if (typeof value !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(value)) throw new Malformed(name, 'not bytes')
  return value.toLowerCase() as `0x${string}`
}

function readType(given: ReadonlyMap<string, unknown>): 'legacy' | 'eip1559' | undefined {
  const list = given.get('accessList')
  if (list !== undefined && !(Array.isArray(list) && list.length === 0))
    throw new Malformed('accessList', 'access lists are not signed')
  const type = quantity(given, 'type')
  // An authorization is refused by its own finding.
  if (type === undefined || type === 4n) return undefined
  if (type === 0n) return 'legacy'
  if (type === 2n) return 'eip1559'
  throw new Malformed('type', 'only types 0x0 and 0x2 are signed')
}

function checkPrices({
  type,
  gasPrice,
  maxFeePerGas,
  maxPriorityFeePerGas,
}: {
  type: TransactionRequest['type']
  gasPrice: bigint | undefined
  maxFeePerGas: bigint | undefined
  maxPriorityFeePerGas: bigint | undefined
}): void {
  const hasCeiling = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  if (gasPrice !== undefined && hasCeiling) throw new Malformed('gasPrice', 'two kinds of prices')
  if (type === 'legacy' && hasCeiling) throw new Malformed('maxFeePerGas', 'not a price of this type')
  if (type === 'eip1559' && gasPrice !== undefined) throw new Malformed('gasPrice', 'not a price of this type')
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined && maxPriorityFeePerGas > maxFeePerGas)
    throw new Malformed('maxPriorityFeePerGas', 'above maxFeePerGas')
}

function judgeOwner({ given, account }: { given: ReadonlyMap<string, unknown>; account: string }): readonly Finding[] {
  if (!given.has('from')) return []
  const from = readAddress(given.get('from'))
  if (!from) throw new Malformed('from', 'not an address, or with a wrong checksum')
  if (from.toLowerCase() === account.toLowerCase()) return []
  return [{ level: 'refuse', code: 'accountMismatch', values: { wanted: from, account } }]
}

function judgeChain({ given, chainId }: { given: ReadonlyMap<string, unknown>; chainId: number }): readonly Finding[] {
  const wanted = quantity(given, 'chainId')
  if (wanted === undefined || wanted === BigInt(chainId)) return []
  return [{ level: 'refuse', code: 'chainMismatch', values: { wanted: wanted.toString(), network: String(chainId) } }]
}

/** There is no list of accepted delegation code, so every EIP-7702 authorization is refused. */
function judgeDelegation(given: ReadonlyMap<string, unknown>): readonly Finding[] {
  const list = given.get('authorizationList')
  const isSet = given.get('type') === '0x4' || (list !== undefined && !(Array.isArray(list) && list.length === 0))
  if (!isSet) return []
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  const address =
    typeof first === 'object' && first !== null && 'address' in first ? readAddress(first.address) : undefined
  return [{ level: 'refuse', code: 'delegationUnknown', values: address ? { address } : {} }]
}
