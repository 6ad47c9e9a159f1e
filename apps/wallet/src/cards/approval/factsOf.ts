import type { Description, DescriptionField, FieldLabel, FieldValue } from '@latchkey/clear-signing'

/** The address that something goes to, or that is given a power. */
export type Party = {
  label: 'to' | 'spender' | 'contract' | 'program' | 'newOwner' | 'address'
  value: Extract<FieldValue, { kind: 'address' }>
}

/** What a sentence about a request needs. */
export type Facts = {
  amount: Extract<FieldValue, { kind: 'amount' }> | null
  party: Party | null
  /** There are several amounts or other sides: no sentence can say them, so the fields themselves must be seen. */
  isMore: boolean
}

/** What the target of a request is to it, where it is no contract. */
const targetLabels: { readonly [Kind in Description['intent']]?: Party['label'] } = {
  send: 'to',
  programCall: 'program',
  changeAuthority: 'newOwner',
}

const spenders: readonly FieldLabel[] = ['spender', 'operator', 'approvedFor']

/**
 * Picks amount and other side out of a description's fields; the target stands in where no field names another side. Where there are
 * several, none is picked: the first could be the harmless one.
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

/** One field for each address that is named. */
function differing(fields: readonly DescriptionField[]): readonly DescriptionField[] {
  const addresses = fields.flatMap((field) =>
    field.value.kind === 'address' ? [[keyOf(field.value.address), field] as const] : [],
  )
  return [...new Map(addresses).values()]
}

/** In base58 capitals count. */
function keyOf(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}

function flatten(field: DescriptionField): DescriptionField[] {
  return [field, ...field.children.flatMap(flatten)]
}
