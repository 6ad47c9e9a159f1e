import type { Description, DescriptionField, Finding } from '../Description.ts'
import { judgeReceiver } from './judgeReceiver.ts'
import { amountField, textOf } from './readAssets.ts'
import { rentOf } from './rentOf.ts'
import { holderOf, nameOf, noteOf, type SolanaReading } from './SolanaReading.ts'

/** Lamports: no token, mint or vault of an app needs more, and whoever has the account's program can take what is in it. */
const largestDeposit = 50_000_000n

/** What an account gets that an instruction makes. */
export type Deposit = {
  /** What the account's address is called. */
  label: DescriptionField['label']
  isNoted: boolean
  fields: readonly DescriptionField[]
  findings: readonly Finding[]
  target: Description['target']
}

/**
 * Says what goes to an account that is made: its deposit, as much as its size needs and no more. What it gets beyond that is a payment,
 * to whoever has the account; so is a deposit larger than any that is usual, because size costs whoever asks for it nothing.
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
  /** It is the visitor's coins that go there. */
  isOwn: boolean
}): Deposit {
  const { account, native } = reading
  const most = rentOf(space)
  const rent = lamports < most ? lamports : most
  const more = lamports - rent
  const fields = [amountField({ name: 'lamports', label: 'rent', amount: rent, asset: native })]
  if (more > 0n) fields.push(amountField({ name: 'lamports', label: 'amount', amount: more, asset: native }))
  // A token account of the visitor's own keeps it for them, as those do that stand for the coin.
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
