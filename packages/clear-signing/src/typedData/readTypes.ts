import { Malformed } from '../request/Malformed.ts'
import type { Member } from './TypedData.ts'

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]{0,99}$/
/** Limits of types and members, because visitors do not review more. */
const typeLimit = 64
const memberLimit = 64

/** The members that a domain can have, in their order. Source: EIP-712. */
export const domainMembers: readonly Member[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** Returns whether a type needs no definition. The short names `uint` and `int` are none: EIP-712 hashes the long ones. */
export function isAtomicType(type: string): boolean {
  const bits = /^u?int(\d+)$/.exec(type)?.[1]
  if (bits !== undefined) return /^[1-9]/.test(bits) && Number(bits) % 8 === 0 && Number(bits) <= 256
  const size = /^bytes([1-9]\d?)$/.exec(type)?.[1]
  if (size !== undefined) return Number(size) <= 32
  return type === 'address' || type === 'bool' || type === 'string' || type === 'bytes'
}

/** Splits an array type; undefined if it is none. */
export function readArrayType(type: string): { element: string; length: number | null } | undefined {
  const match = /^(.+)\[(\d{0,4})\]$/.exec(type)
  return match?.[1] ? { element: match[1], length: match[2] ? Number(match[2]) : null } : undefined
}

/**
 * Parses the `types` of typed data: every name is an identifier, every type exists, and no name occurs twice.
 *
 * @throws Malformed
 */
export function readTypes(value: unknown): ReadonlyMap<string, readonly Member[]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Malformed('types', 'not an object')
  const entries = Object.entries(value as Record<string, unknown>)
  if (entries.length > typeLimit) throw new Malformed('types', 'too many')
  const types = new Map<string, readonly Member[]>()
  for (const [name, members] of entries) {
    if (!identifier.test(name) || isAtomicType(name)) throw new Malformed('types', 'a name that is none')
    if (!Array.isArray(members) || members.length > memberLimit) throw new Malformed(`types.${name}`, 'not a list')
    types.set(name, members.map(readMember))
  }
  for (const [name, members] of types) {
    if (new Set(members.map((member) => member.name)).size !== members.length)
      throw new Malformed(`types.${name}`, 'a member twice')
    for (const { type } of members)
      if (!isKnown({ type, types })) throw new Malformed(`types.${name}`, `unknown type ${type.slice(0, 40)}`)
  }
  return types
}

/** Encodes a struct type and, in alphabetical order, those that it uses. Source: EIP-712, `encodeType`. */
export function encodeType({ name, types }: { name: string; types: ReadonlyMap<string, readonly Member[]> }): string {
  const used = new Set<string>()
  const visit = (type: string): void => {
    const base = type.replace(/(\[\d*\])+$/, '')
    if (used.has(base) || !types.has(base)) return
    used.add(base)
    for (const member of types.get(base) ?? []) visit(member.type)
  }
  visit(name)
  used.delete(name)
  return [name, ...[...used].sort()]
    .map((type) => `${type}(${(types.get(type) ?? []).map((member) => `${member.type} ${member.name}`).join(',')})`)
    .join('')
}

function readMember(value: unknown): Member {
  if (typeof value !== 'object' || value === null) throw new Malformed('types', 'a member that is no object')
  const { name, type } = value as Record<string, unknown>
  if (typeof name !== 'string' || !identifier.test(name) || typeof type !== 'string' || type.length > 120)
    throw new Malformed('types', 'a member without name or type')
  return { name, type }
}

function isKnown({ type, types }: { type: string; types: ReadonlyMap<string, readonly Member[]> }): boolean {
  const array = readArrayType(type)
  return array ? isKnown({ type: array.element, types }) : isAtomicType(type) || types.has(type)
}
