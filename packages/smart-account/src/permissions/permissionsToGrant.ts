import type { Permission, PermissionSigner } from '@latchkey/protocol/api'
import { zeroAddress } from 'viem'
import { getAddress, isAddressEqual, numberToHex, size } from 'viem/utils'
import { entryPoint08, smartAccountContracts } from '../contracts/addresses.ts'
import { type Allowance, argumentConditions, type CallRule, type Grant } from './Grant.ts'
import { readArgument } from './readArgument.ts'
import { readFunction } from './readFunction.ts'
import { readSigner } from './readSigner.ts'
import { refusePermissions } from './refusePermissions.ts'
import { encodeContext, longestContext } from './sessionContext.ts'
import { countedFunctions, uncountableFunctions } from './tokenFunctions.ts'

/** Input of the conversion of permissions to rules. */
export type PermissionsToGrant = {
  permissions: readonly Permission[]
  /** Unix seconds: last second of the permission. */
  expiry: number
  signer: PermissionSigner
  /** Second required signer; undefined for none. */
  coSigner?: `0x${string}`
  /** Account of the permission, which it can never call. Undefined skips this check. */
  account?: `0x${string}`
  /** Unix seconds. */
  now: number
}

/** Upper limit of times on the chain. Source: ERC-4337 v0.9, which gives the highest bit another meaning. */
const lastTime = 2 ** 47 - 1
const transfer = '0xa9059cbb'
const plainPayment = '0x00000000'

/**
 * Converts permissions (ERC-7715) to rules with exactly the same meaning. Equal permissions become equal rules.
 *
 * @throws LatchkeyError `permissions_invalid`, with the reason in `details`, if rules cannot express them: nothing is left
 *   out or widened
 * @example
 * const grant = permissionsToGrant({ permissions, expiry, signer, coSigner, account, now })
 * const call = grantCall({ id, grant })
 */
export function permissionsToGrant({
  permissions,
  expiry,
  signer,
  coSigner = zeroAddress,
  account,
  now,
}: PermissionsToGrant): Grant {
  if (expiry <= now) refusePermissions('The permission would already have expired', 'expiry')
  if (expiry > lastTime) refusePermissions('The permission would never expire', 'expiry')
  if (permissions.length === 0) refusePermissions('There are no permissions')
  const allowances = permissions.flatMap((permission) => readAllowance({ permission, expiry }))
  for (const [place, { token }] of allowances.entries()) {
    if (allowances.findIndex((other) => isAddressEqual(other.token, token)) !== place)
      refusePermissions(`There are two allowances of ${token}; ask for one`)
  }
  const calls = permissions.flatMap((permission) => readCalls({ permission, allowances, account }))
  const grant = {
    ...{ signer: readSigner(signer), coSigner: getAddress(coSigner) },
    ...{ validAfter: 0, validUntil: expiry, calls, allowances },
  }
  const context = encodeContext({ account: zeroAddress, chainId: 0, id: 0, grant })
  if (2 + 2 * size(context) > longestContext) refusePermissions('A permission cannot have this many rules')
  return grant
}

function readAllowance({ permission, expiry }: { permission: Permission; expiry: number }): Allowance[] {
  if (permission.type === 'contract-call') return []
  const { allowance, start, period } = permission.data
  if (start > expiry) refusePermissions('A spending limit would begin after the permission has expired')
  if (period !== 0 && period < 60) refusePermissions('A period has 60 seconds at least')
  const token = permission.type === 'erc20-recurring-allowance' ? getAddress(permission.data.address) : zeroAddress
  return [{ token, limit: BigInt(allowance), start, period }]
}

type ReadCalls<Kind extends Permission = Permission> = {
  permission: Kind
  allowances: readonly Allowance[]
  account: `0x${string}` | undefined
}

function readCalls({ permission, allowances, account }: ReadCalls): CallRule[] {
  if (permission.type === 'contract-call') return readContractCalls({ permission, allowances, account })
  const { allowance } = permission.data
  const to = permission.data.to === undefined ? undefined : getAddress(permission.data.to)
  if (to) refuseOwn(to, account)
  if (permission.type === 'native-token-recurring-allowance') {
    return [{ target: to ?? zeroAddress, selector: plainPayment, valueLimit: BigInt(allowance), arguments: [] }]
  }
  const target = getAddress(permission.data.address)
  refuseOwn(target, account)
  const receiver = to
    ? [{ index: 0, condition: argumentConditions.equal, value: numberToHex(BigInt(to), { size: 32 }) }]
    : []
  return [{ target, selector: transfer, valueLimit: 0n, arguments: receiver }]
}

function readContractCalls({
  permission: { data },
  allowances,
  account,
}: ReadCalls<Extract<Permission, { type: 'contract-call' }>>): CallRule[] {
  const { abi, functions } = data
  const address = getAddress(data.address)
  refuseOwn(address, account)
  const isToken = allowances.some(({ token }) => isAddressEqual(token, address))
  const hasCoin = allowances.some(({ token }) => isAddressEqual(token, zeroAddress))
  return functions.map(({ functionName, args, valueLimit = '0x0' }) => {
    const { selector, inputs } = readFunction({ abi, name: functionName })
    if (selector === plainPayment) refusePermissions(`${functionName} looks like a payment`)
    if (uncountableFunctions.has(selector)) refusePermissions(`${functionName} gives away more than a limit can count`)
    if (countedFunctions.has(selector) && !isToken)
      refusePermissions(`${functionName} needs an erc20-recurring-allowance of ${address}`)
    if (!countedFunctions.has(selector) && isToken)
      refusePermissions(`${functionName} of ${address} would go past the token's allowance`)
    if (BigInt(valueLimit) > 0n && !hasCoin)
      refusePermissions(`${functionName} with a value needs a native-token-recurring-allowance`)
    if (args && args.length !== inputs.length)
      refusePermissions(`${functionName} has ${inputs.length} arguments, not ${args.length}`)
    const rules = inputs.flatMap(({ type, index }, place) => {
      const condition = args?.[place]
      return condition ? readArgument({ index, type, condition, name: `${functionName}, argument ${place + 1}` }) : []
    })
    return { target: address, selector, valueLimit: BigInt(valueLimit), arguments: rules }
  })
}

/** Refuses targets that the chain always refuses, so that the visitor is not asked for a useless permission. */
function refuseOwn(address: `0x${string}`, account: `0x${string}` | undefined): void {
  const { factory, implementation, sessions } = smartAccountContracts
  const own: `0x${string}`[] = [
    zeroAddress,
    entryPoint08,
    factory,
    implementation,
    sessions,
    ...(account ? [account] : []),
  ]
  if (own.some((one) => isAddressEqual(one, address))) refusePermissions(`No permission can call ${address}`)
}
