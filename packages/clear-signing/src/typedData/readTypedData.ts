import { concatHex, encodeAbiParameters, keccak256, stringToHex } from 'viem/utils'
import type { ValueNode } from '../abi/ValueNode.ts'
import { readAddress } from '../address/readAddress.ts'
import { Malformed } from '../request/Malformed.ts'
import { domainMembers, encodeType, isAtomicType, readArrayType, readTypes } from './readTypes.ts'
import type { Member, TypedData } from './TypedData.ts'

/** Limits of values and depth, because visitors do not review more. */
const nodeLimit = 3000
const depthLimit = 32

type Types = ReadonlyMap<string, readonly Member[]>
type Place = { types: Types; path: string; depth: number; count: { nodes: number } }

/**
 * Parses the parameters of `eth_signTypedData_v4` strictly: every value must match its type, with none missing and none extra. The screen
 * shows the result, and the digest is computed only from it. Source: EIP-712.
 *
 * @throws Malformed
 */
export function readTypedData(params: unknown): { wanted: `0x${string}`; data: TypedData } {
  if (!Array.isArray(params)) throw new Malformed('params', 'not a list')
  const wanted = readAddress(params[0])
  if (!wanted) throw new Malformed('address', 'not an address, or with a wrong checksum')
  const value = readObject(params[1])
  for (const key of Object.keys(value))
    if (!['types', 'primaryType', 'domain', 'message'].includes(key)) throw new Malformed(key.slice(0, 40), 'not known')
  const { primaryType, domain, message } = value
  const types = new Map(readTypes(value.types))
  if (typeof primaryType !== 'string' || !types.has(primaryType) || primaryType === 'EIP712Domain')
    throw new Malformed('primaryType', 'not one of the types')

  const domainType = readDomainType({ types, domain })
  types.set('EIP712Domain', domainType)
  const count = { nodes: 0 }
  const domainNodes = readStruct({
    name: 'EIP712Domain',
    value: domain,
    place: { types, path: 'domain', depth: 0, count },
  })
  const nodes = readStruct({ name: primaryType, value: message, place: { types, path: 'message', depth: 0, count } })
  const known = (name: string) => domainNodes.find((node) => node.name === name)?.value ?? null
  const text = (name: string) => {
    const found = known(name)
    return typeof found === 'string' ? found : null
  }
  const chainId = known('chainId')
  const hash = (name: string, fields: readonly ValueNode[]) => hashStruct({ name, nodes: fields, types })
  return {
    wanted,
    data: {
      types,
      primaryType,
      domain: {
        ...{ name: text('name'), version: text('version'), nodes: domainNodes },
        chainId: typeof chainId === 'bigint' ? chainId : null,
        verifyingContract: text('verifyingContract') as `0x${string}` | null,
      },
      nodes,
      encoding: encodeType({ name: primaryType, types }),
      digest: keccak256(concatHex(['0x1901', hash('EIP712Domain', domainNodes), hash(primaryType, nodes)])),
    },
  }
}

function readObject(value: unknown): Record<string, unknown> {
  let object = value
  if (typeof value === 'string')
    try {
      object = JSON.parse(value)
    } catch {
      throw new Malformed('params', 'not JSON')
    }
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    throw new Malformed('params', 'not an object')
  return object as Record<string, unknown>
}

/** The domain's type: as given, or from the domain's fields. Its members are those of EIP-712, in their order. */
function readDomainType({ types, domain }: { types: Types; domain: unknown }): readonly Member[] {
  if (typeof domain !== 'object' || domain === null) throw new Malformed('domain', 'not an object')
  const given = types.get('EIP712Domain') ?? domainMembers.filter(({ name }) => Object.hasOwn(domain, name))
  for (const member of given)
    if (!domainMembers.some(({ name, type }) => name === member.name && type === member.type))
      throw new Malformed('domain', `no member of a domain: ${member.name}`)
  return given
}

function readStruct({ name, value, place }: { name: string; value: unknown; place: Place }): readonly ValueNode[] {
  const { types, path, depth, count } = place
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Malformed(path, 'not an object')
  if (depth > depthLimit) throw new Malformed(path, 'too deep')
  const members = types.get(name) ?? []
  const record = value as Record<string, unknown>
  for (const key of Object.keys(record))
    if (!members.some((member) => member.name === key))
      throw new Malformed(path, `not of the type: ${key.slice(0, 40)}`)
  return members.map((member) => {
    if (!Object.hasOwn(record, member.name)) throw new Malformed(`${path}.${member.name}`, 'missing')
    const inner = { types, path: `${path}.${member.name}`, depth: depth + 1, count }
    return readValue({ member, value: record[member.name], place: inner })
  })
}

function readValue({ member, value, place }: { member: Member; value: unknown; place: Place }): ValueNode {
  const { name, type } = member
  const { path, types, count, depth } = place
  if (++count.nodes > nodeLimit) throw new Malformed(path, 'too many values')
  const array = readArrayType(type)
  if (array) {
    if (!Array.isArray(value) || (array.length !== null && array.length !== value.length))
      throw new Malformed(path, 'not a list of that length')
    if (depth > depthLimit) throw new Malformed(path, 'too deep')
    const children = value.map((entry: unknown, index) =>
      readValue({
        member: { name: `[${index}]`, type: array.element },
        value: entry,
        place: { types, path: `${path}[${index}]`, depth: depth + 1, count },
      }),
    )
    return { name, type, value: null, children }
  }
  if (!isAtomicType(type)) return { name, type, value: null, children: readStruct({ name: type, value, place }) }
  return { name, type, value: readAtom({ type, value, path }), children: [] }
}

function readAtom({ type, value, path }: { type: string; value: unknown; path: string }): bigint | boolean | string {
  if (type === 'bool') {
    if (typeof value === 'boolean') return value
    throw new Malformed(path, 'neither true nor false')
  }
  if (type === 'string') {
    if (typeof value === 'string' && !/\p{Cs}/u.test(value)) return value
    throw new Malformed(path, 'not a text')
  }
  if (type === 'address') {
    const address = readAddress(value)
    if (address) return address.toLowerCase()
    throw new Malformed(path, 'not an address, or with a wrong checksum')
  }
  if (type.startsWith('bytes')) {
    const size = type === 'bytes' ? undefined : Number(type.slice(5))
    if (typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value))
      if (size === undefined || value.length === 2 + size * 2) return value.toLowerCase()
    throw new Malformed(path, `not ${type}`)
  }
  const number = readInteger(value)
  const bits = BigInt(/\d+$/.exec(type)?.[0] ?? 256)
  const [least, most] = type.startsWith('u')
    ? [0n, (1n << bits) - 1n]
    : [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]
  if (number === undefined || number < least || number > most) throw new Malformed(path, `not ${type}`)
  return number
}

/** A JSON number is accepted if it is exact; above 2^53 it must be a string. */
function readInteger(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string') return undefined
  return /^(-?(0|[1-9]\d{0,79})|0x[0-9a-f]{1,64})$/i.test(value) ? BigInt(value) : undefined
}

/** Source: EIP-712, `hashStruct` and `encodeData`. */
function hashStruct({
  name,
  nodes,
  types,
}: {
  name: string
  nodes: readonly ValueNode[]
  types: Types
}): `0x${string}` {
  const typeHash = keccak256(stringToHex(encodeType({ name, types })))
  return keccak256(concatHex([typeHash, ...nodes.map((node) => encodeNode({ node, types }))]))
}

function encodeNode({ node, types }: { node: ValueNode; types: Types }): `0x${string}` {
  const { type, value, children } = node
  if (readArrayType(type)) return keccak256(concatHex(children.map((child) => encodeNode({ node: child, types }))))
  if (value === null) return hashStruct({ name: type, nodes: children, types })
  if (type === 'string') return keccak256(stringToHex(String(value)))
  if (type === 'bytes') return keccak256(value as `0x${string}`)
  return encodeAbiParameters([{ type }], [value])
}
