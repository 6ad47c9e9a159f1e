import type { Description, DescriptionField, FieldLabel, FieldValue } from '@latchkey/clear-signing'

/** The address that something goes to, or that is given a power. */
export type Party = { label: 'to' | 'spender' | 'contract'; value: Extract<FieldValue, { kind: 'address' }> }

/** What a sentence about a request needs. */
export type Facts = { amount: Extract<FieldValue, { kind: 'amount' }> | null; party: Party | null }

const spenders: readonly FieldLabel[] = ['spender', 'operator', 'approvedFor']

/** Picks amount and other side out of a description's fields; the target stands in where no field names another side. */
export function factsOf({ fields, target, intent }: Description): Facts {
  const all = fields.flatMap(flatten)
  const amount = all.find(({ label }) => label === 'amount') ?? all.find(({ label }) => label === 'paid')
  const recipient = all.find(({ label, value }) => label === 'recipient' && value.kind === 'address')
  const spender = all.find(({ label, value }) => label !== null && spenders.includes(label) && value.kind === 'address')
  const named = ['send', 'sendNft'].includes(intent) ? recipient : (spender ?? recipient)
  const party: Party | null =
    named?.value.kind === 'address'
      ? { label: named === recipient ? 'to' : 'spender', value: named.value }
      : target === null
        ? null
        : { label: intent === 'send' ? 'to' : 'contract', value: { kind: 'address', ...target } }
  return { amount: amount?.value.kind === 'amount' ? amount.value : null, party }
}

function flatten(field: DescriptionField): DescriptionField[] {
  return [field, ...field.children.flatMap(flatten)]
}
