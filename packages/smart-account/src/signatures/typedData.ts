import {
  concat,
  getTypesForEIP712Domain,
  hashDomain,
  hashStruct,
  hashTypedData,
  numberToHex,
  size,
  stringToHex,
} from 'viem'
import { accountDomain, type SigningAccount } from './accountDomain.ts'

/** Typed data in the format of `eth_signTypedData_v4`. Source: EIP-712. */
export type AccountTypedData = {
  domain?: Readonly<Record<string, unknown>>
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>
  primaryType: string
  message: Readonly<Record<string, unknown>>
}

const nested = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * Returns the digest that the owner signs for an account's signature of typed data, for a key that only signs digests. Pass
 * its signature to {@link wrapTypedDataSignature}.
 *
 * Source: ERC-7739, typed data sign.
 *
 * @throws Error if the data cannot be nested: its primary type is the domain, or one of its types is named `TypedDataSign`
 */
export function typedDataDigest({
  account,
  typedData,
}: {
  account: SigningAccount
  typedData: AccountTypedData
}): `0x${string}` {
  const { domain, types, primaryType, message } = check(typedData)
  return hashTypedData({
    domain,
    types: { ...types, TypedDataSign: [{ name: 'contents', type: primaryType }, ...nested] },
    primaryType: 'TypedDataSign',
    message: { contents: message, ...accountDomain(account) },
  } as Parameters<typeof hashTypedData>[0])
}

/**
 * Returns the account's signature of typed data, from the owner's signature of {@link typedDataDigest}. It contains the
 * content, so that the contract can compute the digest.
 *
 * Source: ERC-7739.
 */
export function wrapTypedDataSignature({
  typedData,
  signature,
}: {
  typedData: AccountTypedData
  signature: `0x${string}`
}): `0x${string}` {
  const { domain = {}, types, primaryType, message } = check(typedData)
  const domainTypes = { EIP712Domain: types.EIP712Domain ?? getTypesForEIP712Domain({ domain }) }
  const description = stringToHex(describe({ types, primaryType }))
  return concat([
    signature,
    hashDomain({ domain, types: domainTypes } as Parameters<typeof hashDomain>[0]),
    hashStruct({ data: message, types, primaryType } as Parameters<typeof hashStruct>[0]),
    description,
    numberToHex(size(description), { size: 2 }),
  ])
}

function check(typedData: AccountTypedData): AccountTypedData {
  const { types, primaryType } = typedData
  const { EIP712Domain: _, ...own } = types
  if (!own[primaryType]) throw new Error(`Typed data has no type ${primaryType} to be nested`)
  if ('TypedDataSign' in own) throw new Error('Typed data with a type TypedDataSign cannot be nested')
  return typedData
}

/**
 * Returns the types in the order of EIP-712, by name, as they follow `TypedDataSign` in the digest. If the primary type is
 * not the first one, its name follows. Source: ERC-7739, implicit and explicit mode.
 */
function describe({ types, primaryType }: Pick<AccountTypedData, 'types' | 'primaryType'>): string {
  const names = [...findTypes({ types, type: primaryType })].sort()
  const all = names.map(
    (name) => `${name}(${(types[name] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`,
  )
  return `${all.join('')}${names[0] === primaryType ? '' : primaryType}`
}

function findTypes(
  { types, type }: { types: AccountTypedData['types']; type: string },
  found: Set<string> = new Set(),
): Set<string> {
  const name = /^\w*/u.exec(type)?.[0] ?? ''
  const fields = types[name]
  if (!fields || found.has(name)) return found
  found.add(name)
  for (const field of fields) findTypes({ types, type: field.type }, found)
  return found
}
