import type { Description, DescriptionField, Finding } from '../Description.ts'
import { judgeReceiver } from './judgeReceiver.ts'
import { amountField, textOf } from './readAssets.ts'
import { rentOf } from './rentOf.ts'
import { holderOf, nameOf, noteOf, type SolanaReading } from './SolanaReading.ts'

/** Lamports: no token, mint or vault of an app needs more. The owner of the account's program can take its balance. */
const largestDeposit = 50_000_000n

/** Funding of an account that an instruction creates. */
export type Deposit = {
  /** Label of the account's address. */
  label: DescriptionField['label']
  isNoted: boolean
  fields: readonly DescriptionField[]
  findings: readonly Finding[]
  target: Description['target']
}

/**
 * Describes the funding of a created account. The part that its size requires is a deposit; the rest is a payment to the account's
 * owner. A deposit above the usual maximum is a payment too, because an attacker can choose any size.
 */
export function describeDeposit({
  reading,
  made,
  lamports,
  space,
  isOwn,
}: {
  reading: SolanaReading
  made: string
  lamports: bigint
  /** Bytes. */
  space: bigint
  /** Whether the visitor pays it. */
  isOwn: boolean
}): Deposit {
  const { account, native } = reading
  const most = rentOf(space)
  const rent = lamports < most ? lamports : most
  const more = lamports - rent
  const fields = [amountField({ name: 'lamports', label: 'rent', amount: rent, asset: native })]
  if (more > 0n) fields.push(amountField({ name: 'lamports', label: 'amount', amount: more, asset: native }))
  // A token account of the visitor keeps it, for example wrapped SOL.
  const isKept = holderOf(reading, made)?.owner === account
  const isPaid = !isKept && (more > 0n || rent > largestDeposit)
  if (!isPaid) return { label: null, isNoted: false, fields, findings: [], target: null }
  const loss: Finding[] = isOwn
    ? [
        {
          ...{ level: 'warn', code: 'lossWithoutReturn' },
          values: { amount: textOf(lamports, native), symbol: native.symbol },
        },
      ]
    : []
  return {
    ...{ label: 'receiver', isNoted: true, fields },
    findings: [...judgeReceiver({ reading, address: made, isCoin: true }), ...loss],
    target: { address: made, name: nameOf(reading, made), notice: noteOf(reading, made) },
  }
}
