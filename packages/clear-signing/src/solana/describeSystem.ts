import { type Instruction, programs, type SystemInstruction } from '@latchkey/solana'
import type { Description, DescriptionField, Finding, Intent } from '../Description.ts'
import type { DescribedInstruction } from './DescribedInstruction.ts'
import { describeDeposit } from './describeDeposit.ts'
import { judgeReceiver } from './judgeReceiver.ts'
import { amountField } from './readAssets.ts'
import { addressField, addressOf, nameOf, noteOf, type SolanaReading } from './SolanaReading.ts'

/** Describes an instruction of the system program. */
export function describeSystem({
  reading,
  instruction,
}: {
  reading: SolanaReading
  instruction: Instruction & SystemInstruction
}): DescribedInstruction {
  const { account, native } = reading
  const at = (key: Parameters<typeof addressOf>[1]) => addressOf(reading, key)
  const make = (
    intent: Intent,
    fields: readonly DescriptionField[],
    findings: readonly Finding[] = [],
    target: Description['target'] = null,
  ): DescribedInstruction => ({
    ...{ intent, target, signature: `system.${instruction.type}`, fields, findings, isSide: false },
  })
  const address = (name: string, label: DescriptionField['label'], value: string, isNoted = false) =>
    addressField({ reading, name, label, address: value, isNoted })
  const pay = (from: string, to: string, lamports: bigint) =>
    make(
      'send',
      [
        ...(from === account ? [] : [address('from', 'from', from)]),
        address('to', 'receiver', to, true),
        amountField({ name: 'lamports', label: 'amount', amount: lamports, asset: native }),
      ],
      judgeReceiver({ reading, address: to, isCoin: true }),
      { address: to, name: nameOf(reading, to), notice: noteOf(reading, to) },
    )
  /** The new owner of an account. Transferring the visitor's own account would lose it. */
  const hand = (handed: string, owner: string): readonly Finding[] =>
    handed === account && owner !== programs.system
      ? [{ level: 'refuse', code: 'accountControl', values: { address: owner } }]
      : []
  switch (instruction.type) {
    case 'transfer':
    case 'transferWithSeed':
      return pay(at(instruction.from), at(instruction.to), instruction.lamports)
    case 'withdrawNonce':
      return pay(at(instruction.nonceAccount), at(instruction.to), instruction.lamports)
    case 'createAccount':
    case 'createAccountAllowPrefund':
    case 'createAccountWithSeed': {
      const { owner, lamports, space } = instruction
      const made = at(instruction.account)
      const isOwn = instruction.from !== undefined && at(instruction.from) === account
      const paid = describeDeposit({ reading, made, lamports, space, isOwn })
      return make(
        'createAccount',
        [address('account', paid.label, made, paid.isNoted), address('owner', 'program', owner), ...paid.fields],
        [...hand(made, owner), ...paid.findings],
        paid.target,
      )
    }
    case 'assign':
    case 'assignWithSeed':
    case 'allocateWithSeed': {
      const handed = at(instruction.account)
      return make(
        'changeAuthority',
        [address('account', null, handed), address('owner', 'newOwner', instruction.owner)],
        hand(handed, instruction.owner),
      )
    }
    case 'authorizeNonce': {
      const { newAuthority } = instruction
      const isGiven = at(instruction.authority) === account && newAuthority !== account
      return make(
        'changeAuthority',
        [
          address('nonceAccount', null, at(instruction.nonceAccount)),
          address('newAuthority', 'newOwner', newAuthority),
        ],
        isGiven ? [{ level: 'warn', code: 'authorityGiven', values: { address: newAuthority } }] : [],
      )
    }
    case 'advanceNonce':
      return { ...make('programCall', [address('nonceAccount', null, at(instruction.nonceAccount))]), isSide: true }
    case 'initializeNonce':
    case 'upgradeNonce':
      return make('programCall', [address('nonceAccount', null, at(instruction.nonceAccount))])
    case 'allocate':
      return make('programCall', [address('account', null, at(instruction.account))])
  }
}
