import { getAddress } from 'viem/utils'
import type { ValueNode } from '../abi/ValueNode.ts'
import { nameAddress } from '../address/nameAddress.ts'
import { describeInner } from '../call/describeCall.ts'
import { judgeCall } from '../call/judgeCall.ts'
import type { Description, DescriptionField, Finding } from '../Description.ts'
import { flattenFields, formatFields } from '../fields/formatFields.ts'
import type { Reading } from '../Reading.ts'
import type { ReadRequest } from '../request/readRequest.ts'
import { refuse } from '../request/refuse.ts'
import { judgeControlText } from '../text/judgeControlText.ts'
import { judgeHidden } from '../text/judgeHidden.ts'
import { revealHidden } from '../text/revealHidden.ts'
import { judgeMetaTransaction } from './judgeMetaTransaction.ts'
import { judgeOrders } from './judgeOrders.ts'
import { readTypedData } from './readTypedData.ts'

/** Describes typed data: its domain, each value with its meaning, and the rights that the signature gives. */
export async function describeTypedData({
  reading,
  request,
}: {
  reading: Reading
  request: ReadRequest
}): Promise<Description> {
  const { account, raw, chainNumber } = request
  const { wanted, data } = readTypedData(request.params)
  const { domain, nodes, encoding, primaryType } = data
  const { index } = reading
  const contract = domain.verifyingContract
  const to = contract === null || /^0x0{40}$/.test(contract) ? null : getAddress(contract)
  const refusals: Finding[] = []
  if (wanted !== account) refusals.push({ level: 'refuse', code: 'accountMismatch', values: { wanted, account } })
  if (domain.chainId !== null && domain.chainId !== BigInt(chainNumber)) {
    const values = { wanted: domain.chainId.toString(), network: String(chainNumber) }
    refusals.push({ level: 'refuse', code: 'chainMismatch', values })
  }
  // With such a signature a site would have an operation, or a message of the account's code, that was never shown.
  const isNested = primaryType === 'TypedDataSign' || primaryType === 'PersonalSign'
  const isOwn = contract !== null && [account.toLowerCase(), ...reading.guarded].includes(contract.toLowerCase())
  if (isNested || isOwn)
    refusals.push({ level: 'refuse', code: 'accountControl', values: contract === null ? {} : { address: contract } })
  const texts = [...domain.nodes, ...nodes].flatMap(textsIn)
  refusals.push(...(texts.map(judgeControlText).find((judged) => judged.length > 0) ?? []))
  if (refusals.length > 0) return refuse({ findings: refusals, raw, intent: 'signTypedData' })

  const display = index.type({ encoding, verifyingContract: contract })
  const inner = await describeInner({ reading, nodes, display, to, depth: 0 })
  const fields = await formatFields({ reading, nodes, display, to, inner: inner.fields })
  const own = await judgeCall({ reading, intent: display?.intent ?? 'signTypedData', fields, to })
  // An order names everyone who is paid, above all the marketplace: a first-time receiver is not significant.
  const isOrder = encoding.includes('OrderComponents(')
  const isKnown = display !== undefined
  const signature = judgeSignature({ reading, encoding, isKnown, intent: own.intent, fields, to, isOrder })
  const findings: Finding[] = [
    ...own.findings.filter(({ code }) => !isOrder || code !== 'firstTimeReceiver'),
    ...inner.findings,
    ...signature,
    ...(signature.some(({ code }) => code === 'blindData')
      ? []
      : judgeDomain({ isKnown, to, wantedChain: domain.chainId })),
    ...judgeMetaTransaction({ encoding, isKnown, nodes, account, to }),
    ...(await judgeOrders({ reading, nodes, account })),
    ...judgeDeadline({ fields, now: reading.now() }),
    ...judgeTexts(nodes),
  ]
  const domainFields = await formatFields({ reading, nodes: domain.nodes, display: undefined, to, inner: new Map() })
  return {
    ...refuse({ findings, raw, intent: own.intent === 'revokeApproval' ? 'permit' : own.intent }),
    target: to ? { address: to, name: nameAddress({ reading, address: to }), notice: null } : null,
    signature: primaryType,
    fields: [...fields, toGroup({ name: 'EIP712Domain', children: domainFields })],
  }
}

function toGroup({ name, children }: { name: string; children: readonly DescriptionField[] }): DescriptionField {
  return { name, label: null, type: name, value: { kind: 'none' }, children }
}

/** Warns of signatures that let others move the account's assets, and of those with an unknown meaning. */
function judgeSignature({
  reading,
  encoding,
  isKnown,
  intent,
  fields,
  to,
  isOrder,
}: {
  reading: Reading
  encoding: string
  /** Whether a descriptor explains the type. */
  isKnown: boolean
  intent: Description['intent']
  fields: readonly DescriptionField[]
  to: `0x${string}` | null
  isOrder: boolean
}): readonly Finding[] {
  const all = flattenFields(fields)
  const named = all.find(
    ({ label, name, value }) => (label === 'spender' || name === 'spender') && value.kind === 'address',
  )
  const receiver = all.find(({ label, value }) => label === 'receiver' && value.kind === 'address')
  const spender = named?.value ?? (isOrder ? undefined : receiver?.value)
  const isPermit = intent === 'permit' || /permit|authori[sz]ation|approv/i.test(encoding)
  if (isPermit || isOrder) {
    const address = spender?.kind === 'address' ? spender.address : isOrder ? to : null
    // Equals an approval: such a contract uses an allowance only in calls of the owner.
    const isPlain = /^Permit\(address (owner|holder),/.test(encoding) && isKnown
    if (isPlain && address && reading.index.takesFromCallerOnly(address)) return []
    return [{ level: 'warn', code: 'permitSignature', values: address ? { spender: address } : {} }]
  }
  const isNamed = reading.knownAddresses.some(
    ({ address, kind }) => kind !== 'history' && address.toLowerCase() === to?.toLowerCase(),
  )
  if (!to || isNamed) return []
  // A known contract may accept orders of many kinds; this one is unknown.
  if (reading.index.isListed(to)) return isKnown ? [] : [{ level: 'warn', code: 'blindData', values: {} }]
  return encoding.startsWith('SafeTx(')
    ? []
    : [{ level: 'warn', code: 'unverifiedContract', values: { address: to, reason: 'unknown' } }]
}

/** Warns of an unknown type that is valid for any contract or any network, so that its purpose is unclear. */
function judgeDomain({
  isKnown,
  to,
  wantedChain,
}: {
  isKnown: boolean
  to: `0x${string}` | null
  wantedChain: bigint | null
}): readonly Finding[] {
  if (isKnown || (to !== null && wantedChain !== null)) return []
  return [{ level: 'warn', code: 'blindData', values: {} }]
}

function judgeDeadline({ fields, now }: { fields: readonly DescriptionField[]; now: number }): readonly Finding[] {
  const times = flattenFields(fields).flatMap(({ label, value }) =>
    label === 'deadline' && value.kind === 'time' ? [value.unixSeconds] : [],
  )
  // Permit2 uses an expiration of 0 for "in this block only".
  const past = times.find((time) => time > 0 && time * 1000 < now)
  return past === undefined ? [] : [{ level: 'warn', code: 'expiredMessage', values: { deadline: String(past) } }]
}

function judgeTexts(nodes: readonly ValueNode[]): readonly Finding[] {
  return judgeHidden(revealHidden(nodes.flatMap(textsIn).join('\n')))
}

function textsIn(node: ValueNode): string[] {
  return [
    ...(node.type === 'string' && typeof node.value === 'string' ? [node.value] : []),
    ...node.children.flatMap(textsIn),
  ]
}
