import { formatUnits } from '@latchkey/protocol'
import { noteAddress } from '../address/noteAddress.ts'
import { judgeReceiver } from '../call/judgeReceiver.ts'
import { readQuantity } from '../chain/readQuantity.ts'
import type { Finding } from '../Description.ts'
import type { Reading } from '../Reading.ts'
import { functionKind } from './functionKinds.ts'
import { isKnownKey } from './knownKeys.ts'
import type { PermissionLine } from './PermissionsDescription.ts'
import type { ReadGrant, ReadPermission } from './readGrant.ts'

const yearSeconds = 366 * 86_400

/** Applies the rules about a grant's lifetime and key. */
export function judgeGrant({
  reading: { account, knownAddresses, network },
  grant: { expiry, address, signer },
  now,
}: {
  reading: Reading
  grant: ReadGrant
  /** Unix seconds. */
  now: number
}): readonly Finding[] {
  const findings: Finding[] = []
  if (expiry <= now) findings.push({ level: 'refuse', code: 'grantExpired', values: { until: String(expiry) } })
  if (expiry > now + yearSeconds) findings.push({ level: 'warn', code: 'grantLong', values: { until: String(expiry) } })
  const own = [account, ...knownAddresses.flatMap((one) => (one.kind === 'own' ? [one.address] : []))]
  if (address && own.some((one) => one.toLowerCase() === address.toLowerCase()))
    findings.push({ level: 'refuse', code: 'signerOwn', values: { address } })
  if (isKnownKey(signer.value))
    // On test networks, everyone uses the public test keys.
    findings.push({
      level: network.testnet ? 'warn' : 'refuse',
      code: 'signerKnown',
      values: { address: signer.value },
    })
  return findings
}

/** Applies the rules about an allowance. */
export async function judgeAllowance({
  reading,
  permission: { token, limit, to },
  line,
}: {
  reading: Reading
  permission: Extract<ReadPermission, { kind: 'allowance' }>
  line: Extract<PermissionLine, { kind: 'allowance' }>
}): Promise<readonly Finding[]> {
  const { symbol } = line.asset
  const findings: Finding[] = []
  for (const address of [token, to]) if (address) findings.push(...judgeTarget({ reading, address }))
  if (token !== null) findings.push(...(await judgeContract({ reading, address: token })))
  if (line.isUnlimited) findings.push({ level: 'warn', code: 'allowanceUnlimited', values: { symbol } })
  else {
    const balance = await readBalance({ reading, token })
    // For an empty account every amount would exceed the balance.
    if (balance !== undefined && balance > 0n && limit >= balance) {
      const amount = formatUnits(limit, line.asset.decimals ?? 0)
      findings.push({ level: 'warn', code: 'allowanceOverBalance', values: { amount, symbol } })
    }
  }
  if (to === null) findings.push({ level: 'warn', code: 'anyReceiver', values: { symbol } })
  else if (line.to?.notice) findings.push(...(await judgeReceiver({ reading, address: to, notice: line.to.notice })))
  return findings
}

/** Applies the rules about an allowed function. */
export async function judgeCall({
  reading,
  permission: { contract, called, rules },
}: {
  reading: Reading
  permission: Extract<ReadPermission, { kind: 'call' }>
}): Promise<readonly Finding[]> {
  const { selector, canonical, inputs } = called
  const values = { address: contract, signature: canonical }
  const known = functionKind(selector)?.kind
  const findings = [
    ...judgeTarget({ reading, address: contract }),
    ...(await judgeContract({ reading, address: contract })),
  ]
  for (const rule of rules) {
    if (rule?.value.kind !== 'address' || rule.operator !== 'EQUAL') continue
    const { value: address } = rule.value
    const { account, knownAddresses } = reading
    const notice = noteAddress({ address, account, knownAddresses })
    // A named address is a receiver if something moves. Elsewhere only look-alikes matter.
    if (known === 'moving' || notice.kind === 'lookAlike')
      findings.push(...(await judgeReceiver({ reading, address, notice })))
  }
  if (known === 'controlling') findings.push({ level: 'warn', code: 'controlFunction', values })
  if (known === 'lasting') findings.push({ level: 'warn', code: 'lastingApproval', values })
  // An address with a rule other than equality can be almost any.
  const isFixed = inputs.every(({ type }, index) => type !== 'address' || rules[index]?.operator === 'EQUAL')
  const hasRules = rules.some((rule) => rule !== null)
  const { display } = reading.index.functions({ selector, to: contract })[0] ?? {}
  const carriesCalls = (display?.calls?.length ?? 0) > 0 || display?.hasRouterCommands === true
  const isToken = known === 'moving' || known === 'lasting' || (await isTokenAt({ reading, address: contract }))
  if (carriesCalls || (isToken && inputs.length > 0 && (!hasRules || !isFixed)))
    findings.push({ level: 'warn', code: 'openFunction', values })
  return findings
}

async function isTokenAt({ reading, address }: { reading: Reading; address: `0x${string}` }): Promise<boolean> {
  return reading.assets.vouched(address) !== undefined || (await reading.assets.read(address)).isToken
}

/** Refuses targets through which an app could extend its own permissions. */
function judgeTarget({ reading, address }: { reading: Reading; address: `0x${string}` }): readonly Finding[] {
  const { account, guarded } = reading
  const isForbidden = [account, ...guarded].some((one) => one.toLowerCase() === address.toLowerCase())
  return isForbidden || BigInt(address) === 0n
    ? [{ level: 'refuse', code: 'protectedTarget', values: { address } }]
    : []
}

async function judgeContract({
  reading,
  address,
}: {
  reading: Reading
  address: `0x${string}`
}): Promise<readonly Finding[]> {
  const { chain, index, assets, knownAddresses } = reading
  if ((await chain.code(address)) === '0x')
    return [{ level: 'warn', code: 'unverifiedContract', values: { address, reason: 'noCode' } }]
  const isNamed = knownAddresses.some(
    (known) => known.kind !== 'history' && known.address.toLowerCase() === address.toLowerCase(),
  )
  if (index.isListed(address) || assets.vouched(address) || isNamed) return []
  return [{ level: 'warn', code: 'unverifiedContract', values: { address, reason: 'unknown' } }]
}

/** Returns the account's balance; undefined if unknown. Source: ERC-20, `balanceOf`. */
async function readBalance({
  reading: { chain, account },
  token,
}: {
  reading: Reading
  token: `0x${string}` | null
}): Promise<bigint | undefined> {
  if (token === null)
    return readQuantity(
      await chain.request({ method: 'eth_getBalance', params: [account, 'latest'] }).catch(() => null),
    )
  const data = `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}` as const
  const answer = await chain.call({ to: token, data })
  return answer?.length === 66 ? BigInt(answer) : undefined
}
