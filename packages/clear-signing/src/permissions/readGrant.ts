import { readAddress } from '../address/readAddress.ts'
import { readQuantity } from '../chain/readQuantity.ts'
import { Malformed } from '../request/Malformed.ts'
import { type ReadRule, readArgument } from './readArgument.ts'
import { type ReadFunction, readFunction } from './readFunction.ts'
import { type ReadSigner, readSigner } from './readSigner.ts'

/** One parsed permission. */
export type ReadPermission =
  | {
      kind: 'allowance'
      /** Null: the native token. */
      token: `0x${string}` | null
      limit: bigint
      start: number
      period: number
      to: `0x${string}` | null
    }
  | {
      kind: 'call'
      contract: `0x${string}`
      called: ReadFunction
      /** One for each input; null: any value. */
      rules: readonly (ReadRule | null)[]
      valueLimit: bigint
    }

/** A parsed request for permissions. */
export type ReadGrant = ReadSigner & {
  /** The account and the network of the request; null: none. */
  account: string | null
  chainNumber: number | null
  expiry: number
  permissions: readonly ReadPermission[]
}

const permissionLimit = 10
const functionLimit = 20
const abiLimit = 50
/** The highest time that the contract can store. */
const lastTime = 2 ** 48 - 1

/** Parses a request for permissions strictly: anything unknown is refused. Source: ERC-7715. @throws Malformed */
export function readGrant(params: unknown): ReadGrant {
  const value = Array.isArray(params) && params.length === 1 ? (params[0] as unknown) : undefined
  const request = readObject({
    value,
    field: 'params',
    names: ['chainId', 'address', 'expiry', 'signer', 'permissions', 'policies', 'pci', 'context'],
  })
  const { chainId, address, expiry, signer, permissions, policies = [] } = request
  if (!Array.isArray(policies) || policies.length > 0) throw new Malformed('policies', 'a policy that is not known')
  if (!Array.isArray(permissions) || permissions.length === 0 || permissions.length > permissionLimit)
    throw new Malformed('permissions', `not 1 to ${permissionLimit}`)
  const chain = readQuantity(chainId)
  if (chainId !== undefined && chain === undefined) throw new Malformed('chainId', 'not a number')
  if (address !== undefined && !readAddress(address)) throw new Malformed('address', 'not an address')
  const until = readTime({ value: expiry, field: 'expiry' })
  const read = permissions.flatMap((one: unknown, index) => readPermission({ value: one, index, expiry: until }))
  const tokens = read.flatMap((one) => (one.kind === 'allowance' ? [one.token] : []))
  // The chain counts each token once: with two limits it would be unclear which one applies.
  if (new Set(tokens).size < tokens.length) throw new Malformed('permissions', 'two allowances of one token')
  return {
    ...readSigner(signer),
    account: typeof address === 'string' ? address : null,
    chainNumber: chain === undefined ? null : Number(chain),
    expiry: until,
    permissions: read,
  }
}

function readPermission({
  value,
  index,
  expiry,
}: {
  value: unknown
  index: number
  expiry: number
}): readonly ReadPermission[] {
  const field = `permissions.${index}`
  const { type, data } = readObject({ value, field, names: ['type', 'data'] })
  if (type === 'native-token-recurring-allowance' || type === 'erc20-recurring-allowance')
    return [readAllowance({ data, field, isToken: type === 'erc20-recurring-allowance', expiry })]
  if (type === 'contract-call') return readCalls({ data, field })
  throw new Malformed(field, 'a permission that is not known')
}

function readAllowance({
  data,
  field,
  isToken,
  expiry,
}: {
  data: unknown
  field: string
  isToken: boolean
  expiry: number
}): ReadPermission {
  const names = ['allowance', 'start', 'period', 'to', ...(isToken ? ['address'] : [])]
  const { address, allowance, start, period, to } = readObject({ value: data, field, names })
  const token = isToken ? readAddress(address) : null
  const limit = readQuantity(allowance)
  const receiver = to === undefined ? null : readAddress(to)
  if (token === undefined) throw new Malformed(`${field}.address`, 'not an address')
  if (receiver === undefined || (receiver !== null && BigInt(receiver) === 0n))
    throw new Malformed(`${field}.to`, 'not an address')
  if (limit === undefined || limit === 0n) throw new Malformed(`${field}.allowance`, 'not an amount above 0')
  const begins = readTime({ value: start, field: `${field}.start` })
  const seconds = readTime({ value: period, field: `${field}.period` })
  if (seconds !== 0 && seconds < 60) throw new Malformed(`${field}.period`, 'shorter than a minute')
  if (begins > expiry) throw new Malformed(`${field}.start`, 'begins after the end')
  return { kind: 'allowance', token, limit, start: begins, period: seconds, to: receiver }
}

function readCalls({ data, field }: { data: unknown; field: string }): readonly ReadPermission[] {
  const { address, abi, functions } = readObject({ value: data, field, names: ['address', 'abi', 'functions'] })
  const contract = readAddress(address)
  if (!contract) throw new Malformed(`${field}.address`, 'not an address')
  if (!Array.isArray(abi) || abi.length > abiLimit) throw new Malformed(`${field}.abi`, 'no ABI')
  if (!Array.isArray(functions) || functions.length === 0 || functions.length > functionLimit)
    throw new Malformed(`${field}.functions`, `not 1 to ${functionLimit}`)
  return functions.map((one: unknown, index) => {
    const place = `${field}.functions.${index}`
    const { functionName, args, valueLimit } = readObject({
      value: one,
      field: place,
      names: ['functionName', 'args', 'valueLimit'],
    })
    if (typeof functionName !== 'string') throw new Malformed(place, 'no name of a function')
    const called = readFunction({ abi, wanted: functionName, field: place })
    const given: unknown = args ?? []
    if (!Array.isArray(given) || given.length > called.inputs.length)
      throw new Malformed(`${place}.args`, 'not one for each argument')
    const value = valueLimit === undefined ? 0n : readQuantity(valueLimit)
    if (value === undefined) throw new Malformed(`${place}.valueLimit`, 'not an amount')
    const rules = called.inputs.map(({ type }, at) => {
      const rule: unknown = given[at] ?? null
      return rule === null ? null : readArgument({ rule, type, field: `${place}.args.${at}` })
    })
    return { kind: 'call', contract, called, rules, valueLimit: value }
  })
}

/** Reads an object with exactly these names. */
function readObject({
  value,
  field,
  names,
}: {
  value: unknown
  field: string
  names: readonly string[]
}): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Malformed(field, 'not an object')
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Malformed(field, 'it has a field that is not known')
  return value as Record<string, unknown>
}

function readTime({ value, field }: { value: unknown; field: string }): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > lastTime)
    throw new Malformed(field, 'not a number of seconds')
  return value
}
