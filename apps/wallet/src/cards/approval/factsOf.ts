import type { Description, DescriptionField, FieldLabel, FieldValue } from '@latchkey/clear-signing'

/** The address that receives something or gets a right. */
export type Party = {
  label: 'to' | 'spender' | 'contract' | 'program' | 'newOwner' | 'address'
  value: Extract<FieldValue, { kind: 'address' }>
}

/** Facts for a sentence about a request. */
export type Facts = {
  amount: Extract<FieldValue, { kind: 'amount' }> | null
  party: Party | null
  /** There are several amounts or counterparties: no sentence can name them, so the fields must be shown. */
  isMore: boolean
}

/** Role of a request's target that is not a contract. */
const targetLabels: { readonly [Kind in Description['intent']]?: Party['label'] } = {
  send: 'to',
  programCall: 'program',
  changeAuthority: 'newOwner',
}

const spenders: readonly FieldLabel[] = ['spender', 'operator', 'approvedFor']

/**
 * Picks amount and counterparty from a description's fields; without such a field the target is the counterparty. If there are
 * several, it picks none: the first could be the harmless one.
 */
export function factsOf({ fields, target, intent, nameMessage }: Description): Facts {
  const all = fields.flatMap(flatten)
  const labelled = (...labels: FieldLabel[]) => all.filter(({ label }) => label !== null && labels.includes(label))
  const own = labelled('amount').filter(({ value }) => value.kind === 'amount')
  const amounts = own.length > 0 ? own : labelled('paid').filter(({ value }) => value.kind === 'amount')
  const amount = amounts.length === 1 ? amounts[0] : undefined
  const receivers = differing(labelled('receiver'))
  const allowed = differing(labelled(...spenders))
  const receiver = receivers.length === 1 ? receivers[0] : undefined
  const spender = allowed.length === 1 ? allowed[0] : undefined
  const named = ['send', 'sendNft'].includes(intent) ? receiver : allowed.length > 0 ? spender : receiver
  const party: Party | null =
    named?.value.kind === 'address'
      ? { label: named === receiver ? 'to' : 'spender', value: named.value }
      : target === null
        ? null
        : {
            label: nameMessage ? 'address' : (targetLabels[intent] ?? 'contract'),
            value: { kind: 'address', ...target },
          }
  return {
    amount: amount?.value.kind === 'amount' ? amount.value : null,
    party,
    isMore: amounts.length > 1 || receivers.length > 1 || allowed.length > 1,
  }
}

/** One field for each named address. */
function differing(fields: readonly DescriptionField[]): readonly DescriptionField[] {
  const addresses = fields.flatMap((field) =>
    field.value.kind === 'address' ? [[keyOf(field.value.address), field] as const] : [],
  )
  return [...new Map(addresses).values()]
}

/** Base58 is case-sensitive. */
function keyOf(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}

function flatten(field: DescriptionField): DescriptionField[] {
  return [field, ...field.children.flatMap(flatten)]
}
