import type { DescriptionField, Finding, Intent } from '../Description.ts'
import { flattenFields } from '../fields/formatFields.ts'
import type { Reading } from '../Reading.ts'
import { judgeReceiver } from './judgeReceiver.ts'

/** Intent and findings from a call's own fields. */
export type Judged = { intent: Intent; findings: readonly Finding[] }

/** Applies the rules that need only a call's values and the names of its tokens. */
export async function judgeCall({
  reading,
  intent,
  fields,
  to,
}: {
  reading: Reading
  intent: Intent
  fields: readonly DescriptionField[]
  /** The called contract. */
  to: `0x${string}` | null
}): Promise<Judged> {
  const all = flattenFields(fields)
  const addresses = (label: DescriptionField['label']) =>
    all.flatMap((field) => (field.label === label && field.value.kind === 'address' ? [field.value] : []))
  const amounts = all.flatMap((field) =>
    field.label === 'amount' && field.value.kind === 'amount' ? [field.value] : [],
  )
  const spender = addresses('spender')[0]?.address
  const operator = addresses('operator')[0]?.address
  // Approvals with a flag instead of an amount.
  const flag = all.find(({ name, type }) => type === 'bool' && (name === 'approved' || name === 'allowed'))
  const isGiven = flag?.value.kind === 'text' && flag.value.text === 'true'
  const findings: Finding[] = []

  if (intent === 'approveAll') {
    if (!isGiven) return { intent: 'revokeApproval', findings }
    const symbol = to ? (await reading.assets.read(to)).name.symbol : undefined
    findings.push({
      level: 'warn',
      code: 'approvalForAll',
      values: { ...(operator ? { operator } : {}), ...(symbol ? { symbol } : {}) },
    })
  }
  if (intent === 'approve' || intent === 'permit') {
    if (amounts.length > 0 && amounts.every(({ amount }) => amount === 0n))
      return { intent: 'revokeApproval', findings }
    const values = spender ? { spender } : {}
    for (const { asset } of amounts.filter(({ isUnlimited }) => isUnlimited))
      findings.push({ level: 'warn', code: 'unlimitedApproval', values: { symbol: asset.symbol, ...values } })
    if (isGiven) findings.push({ level: 'warn', code: 'unlimitedApproval', values })
  }
  for (const { address, notice } of [...addresses('spender'), ...addresses('operator'), ...addresses('receiver')])
    if (notice) findings.push(...(await judgeReceiver({ reading, address, notice })))
  // Safe runs the code of another contract as its own, so nothing in the data has to be true.
  const operation = all.find(({ name, type }) => name === 'operation' && type === 'uint8')
  if (operation?.value.kind === 'text' && operation.value.text !== '0') {
    const contract = addresses('contract')[0]?.address
    const values = { ...(contract ? { address: contract } : {}), reason: 'delegateCall' }
    findings.push({ level: 'warn', code: 'unverifiedContract', values })
  }
  const isItem = intent === 'send' && all.some(({ label }) => label === 'tokenId')
  return { intent: isItem ? 'sendNft' : intent, findings }
}
