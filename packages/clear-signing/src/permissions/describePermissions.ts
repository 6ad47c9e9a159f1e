import { formatUnits } from '@latchkey/protocol'
import { nameAddress } from '../address/nameAddress.ts'
import { noteAddress } from '../address/noteAddress.ts'
import type { AssetName, Description, Finding } from '../Description.ts'
import { noteReceiver } from '../fields/formatFields.ts'
import type { Reading } from '../Reading.ts'
import { Malformed } from '../request/Malformed.ts'
import type { ReadRequest } from '../request/readRequest.ts'
import { describeFunction } from './describeFunction.ts'
import { judgeAllowance, judgeCall, judgeGrant } from './judgePermissions.ts'
import type { PermissionLine, PermissionsDescription, PermissionTotal } from './PermissionsDescription.ts'
import { type ReadGrant, type ReadPermission, readGrant } from './readGrant.ts'

type AllowanceLine = Extract<PermissionLine, { kind: 'allowance' }>
type ReadAllowance = Extract<ReadPermission, { kind: 'allowance' }>

/** An amount from half of the number range on is no limit. */
const unlimited = 1n << 255n

/**
 * Describes the permissions that an app would get (`wallet_grantPermissions`, ERC-7715), or that a revocation ends
 * (`wallet_revokePermissions`, with its permissions). Nothing is omitted: each permission has its line, a call one for each function.
 *
 * @throws Malformed for anything unknown
 */
export async function describePermissions({
  reading,
  request,
}: {
  reading: Reading
  request: ReadRequest
}): Promise<Description> {
  const isGrant = request.method === 'wallet_grantPermissions'
  const unreadable = isGrant ? null : readEndingOnly(request.params)
  if (unreadable !== null) return toDescription({ request, permissions: unreadable, findings: [] })
  const grant = readGrant(request.params)
  const now = Math.floor(reading.now() / 1000)
  const described = await Promise.all(
    grant.permissions.map(async (permission): Promise<{ line: PermissionLine; findings: readonly Finding[] }> => {
      if (permission.kind === 'call') {
        const line = await describeFunction({ reading, permission })
        return { line, findings: isGrant ? await judgeCall({ reading, permission }) : [] }
      }
      const line = await describeAllowance({ reading, permission, expiry: grant.expiry, now })
      if (!isGrant) return { line: withoutHistory(line), findings: [] }
      return { line, findings: await judgeAllowance({ reading, permission, line }) }
    }),
  )
  const lines = described.map(({ line }) => line)
  const { signer, expiry } = grant
  const permissions: PermissionsDescription = { lines, totals: addUp(lines), expiry, signer }
  return toDescription({
    request,
    permissions,
    findings: [
      ...judgePlace({ reading, grant }),
      ...(isGrant ? judgeGrant({ reading, grant, now }) : []),
      ...described.flatMap(({ findings }) => findings),
    ],
  })
}

function toDescription({
  request: { method, raw },
  permissions,
  findings,
}: {
  request: ReadRequest
  permissions: PermissionsDescription
  findings: readonly Finding[]
}): Description {
  return {
    ...{ signature: null, fields: [], balanceChanges: null, message: null, fee: null, transaction: null, parts: [] },
    intent: method === 'wallet_grantPermissions' ? 'grantPermissions' : 'revokePermissions',
    target: null,
    findings,
    permissions,
    raw,
  }
}

/** A permission with unknown rules has only its end, and can still be revoked. */
function readEndingOnly(params: unknown): PermissionsDescription | null {
  const [value] = Array.isArray(params) ? (params as unknown[]) : []
  const { expiry, ...rest } = (value ?? {}) as Record<string, unknown>
  if (typeof expiry !== 'number' || Object.keys(rest).length > 0) return null
  return { lines: [], totals: [], expiry, signer: null }
}

async function describeAllowance({
  reading,
  permission: { token, limit, start, period, to },
  expiry,
  now,
}: {
  reading: Reading
  permission: ReadAllowance
  expiry: number
  now: number
}): Promise<AllowanceLine> {
  const asset = token === null ? reading.assets.native : (await reading.assets.read(token)).name
  // A limit on an ID would not limit the count: each item with a smaller ID could be moved.
  if (asset.kind === 'erc721' || asset.kind === 'erc1155') throw new Malformed('address', 'not an ERC-20 token')
  const supply = token === null ? undefined : await reading.assets.totalSupply(token)
  const isUnlimited = limit >= unlimited || (supply !== undefined && supply > 0n && limit > supply)
  const from = Math.max(start, now)
  const periods =
    expiry < from ? 0n : period === 0 ? 1n : periodsBetween({ from: from - start, to: expiry - start, period })
  const total = limit * periods
  return {
    ...{ kind: 'allowance', asset, limit, isUnlimited, start, period, periods, total },
    limitText: textOf(asset, limit),
    totalText: textOf(asset, total),
    to:
      to === null
        ? null
        : {
            address: to,
            name: nameAddress({ reading, address: to }),
            notice:
              asset.kind === 'native'
                ? noteAddress({ address: to, account: reading.account, knownAddresses: reading.knownAddresses })
                : await noteReceiver({ reading, address: to }),
          },
  }
}

/**
 * Leaves out whether the account has paid a receiver before. The permission may have paid it since, and its end pays no one. A look-alike
 * stays marked.
 */
function withoutHistory(line: AllowanceLine): AllowanceLine {
  const kind = line.to?.notice?.kind
  return line.to && (kind === 'firstTime' || kind === 'known') ? { ...line, to: { ...line.to, notice: null } } : line
}

/** Returns how many periods overlap this time, both ends included. */
function periodsBetween({ from, to, period }: { from: number; to: number; period: number }): bigint {
  return BigInt(Math.floor(to / period) - Math.floor(from / period) + 1)
}

/** Adds up the totals of all permissions for each token. */
function addUp(lines: readonly PermissionLine[]): readonly PermissionTotal[] {
  const totals = new Map<string | null, PermissionTotal>()
  for (const line of lines) {
    if (line.kind !== 'allowance') continue
    const { asset } = line
    const before = totals.get(asset.address)
    const amount = (before?.amount ?? 0n) + line.total
    const isUnlimited = line.isUnlimited || (before?.isUnlimited ?? false) || amount >= unlimited
    totals.set(asset.address, { asset, amount, text: textOf(asset, amount), isUnlimited })
  }
  return [...totals.values()]
}

function textOf({ decimals }: AssetName, amount: bigint): string {
  return formatUnits(amount, decimals ?? 0)
}

/** Checks that the network and the account of a request are those in use. */
function judgePlace({
  reading,
  grant: { account, chainNumber },
}: {
  reading: Reading
  grant: ReadGrant
}): readonly Finding[] {
  const findings: Finding[] = []
  if (chainNumber !== null && chainNumber !== reading.chainId)
    findings.push({
      level: 'refuse',
      code: 'chainMismatch',
      values: { wanted: String(chainNumber), network: String(reading.chainId) },
    })
  if (account !== null && account.toLowerCase() !== reading.account.toLowerCase())
    findings.push({
      level: 'refuse',
      code: 'accountMismatch',
      values: { wanted: account, account: reading.account },
    })
  return findings
}
