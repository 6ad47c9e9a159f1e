import type { AddressNotice, Description, DescriptionField, FieldValue } from '@latchkey/clear-signing'

/** An address with what is known of it. */
export type Party = { address: string; name: string | null; notice: AddressNotice | null }

/** The one amount and the one other side of a request, where there is one of each. */
export type Essence = {
  amount: Extract<FieldValue, { kind: 'amount' }> | null
  party: Party | null
  /** What the other side is to the request. */
  role: 'To' | 'Who may spend' | 'Contract' | 'Address'
  /** There are several of either: no sentence can say them, so every field is shown. */
  hasMore: boolean
}

/**
 * Finds what a sentence about a request is made of. Where there are several amounts or addresses none is chosen: the first could be
 * the harmless one.
 */
export function essenceOf({ fields, target, intent, nameMessage }: Description): Essence {
  const all = flatten(fields)
  const amountsOf = (label: string) =>
    all.flatMap((field) => (field.label === label && field.value.kind === 'amount' ? [field.value] : []))
  const partiesOf = (...labels: string[]) => {
    const found = all.flatMap(({ label, value }) =>
      label !== null && labels.includes(label) && value.kind === 'address' ? [value] : [],
    )
    return [...new Map(found.map((value) => [value.address.toLowerCase(), value])).values()]
  }
  const sent = amountsOf('amount')
  const amounts = sent.length > 0 ? sent : amountsOf('paid')
  const receivers = partiesOf('receiver')
  const spenders = partiesOf('spender', 'operator', 'approvedFor')
  const isSending = intent === 'send' || intent === 'sendNft'
  const parties = isSending || spenders.length === 0 ? receivers : spenders
  const named = parties.length === 1 ? parties[0] : undefined
  const targetRole = nameMessage ? 'Address' : intent === 'send' ? 'To' : 'Contract'
  return {
    amount: amounts.length === 1 ? (amounts[0] ?? null) : null,
    party: named ?? target,
    role: named === undefined ? targetRole : parties === receivers ? 'To' : 'Who may spend',
    hasMore: amounts.length > 1 || receivers.length > 1 || spenders.length > 1,
  }
}

function flatten(fields: readonly DescriptionField[]): readonly DescriptionField[] {
  return fields.flatMap((field) => [field, ...flatten(field.children)])
}
