import type { AddressNotice, Description, DescriptionField, FieldValue } from '@latchkey/clear-signing'

/** An address with its name and notice. */
export type Party = { address: string; name: string | null; notice: AddressNotice | null }

/** The amount and the counterpart of a request, if there is exactly one of each. */
export type Essence = {
  amount: Extract<FieldValue, { kind: 'amount' }> | null
  party: Party | null
  /** Role of the counterpart in the request. */
  role: 'To' | 'Who may spend' | 'Contract' | 'Address'
  /** There are several of either. No sentence can name them, so all fields are shown. */
  hasMore: boolean
}

/**
 * Finds the amount and counterpart for a sentence about a request. Of several amounts or addresses it chooses none, because the first could
 * be the harmless one.
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
