import { type Instruction, programs } from '@latchkey/solana'
import type { DescriptionField, Finding } from '../Description.ts'
import { judgeHidden } from '../text/judgeHidden.ts'
import { revealHidden } from '../text/revealHidden.ts'
import type { DescribedInstruction } from './DescribedInstruction.ts'
import { describeSystem } from './describeSystem.ts'
import { describeToken } from './describeToken.ts'
import { addressField, addressOf, nameOf, type SolanaReading } from './SolanaReading.ts'

/** Describes each instruction of a transaction, those of a batch one by one. Pure: all chain data was loaded before. */
export function describeInstructions(
  reading: SolanaReading,
  instructions: readonly Instruction[],
): readonly DescribedInstruction[] {
  return instructions.flatMap((instruction) =>
    instruction.program === 'token' && instruction.type === 'batch'
      ? describeInstructions(reading, instruction.instructions)
      : [describeInstruction(reading, instruction)],
  )
}

function describeInstruction(reading: SolanaReading, instruction: Instruction): DescribedInstruction {
  const address = (name: string, label: DescriptionField['label'], value: string) =>
    addressField({ reading, name, label, address: value })
  switch (instruction.program) {
    case 'system':
      return describeSystem({ reading, instruction })
    case 'token':
      return describeToken({ reading, instruction })
    case 'associatedToken': {
      if (instruction.type === 'recoverNested') {
        const fields = [address('nested', 'tokenAccount', addressOf(reading, instruction.nested))]
        return base({ intent: 'programCall', signature: 'associated-token.recoverNested', fields })
      }
      const fields = [
        address('account', 'tokenAccount', addressOf(reading, instruction.account)),
        address('owner', 'owner', addressOf(reading, instruction.owner)),
        address('mint', 'token', addressOf(reading, instruction.mint)),
      ]
      const signature = `associated-token.${instruction.type}`
      return { ...base({ intent: 'createAccount', signature, fields }), isSide: true }
    }
    case 'computeBudget':
      return {
        ...base({ intent: 'programCall', signature: `compute-budget.${instruction.type}`, fields: [] }),
        isSide: true,
      }
    case 'memo': {
      const revealed = revealHidden(instruction.text)
      const { text } = revealed
      const fields: DescriptionField[] = [
        { name: 'memo', label: 'memo', type: 'string', value: { kind: 'text', text }, children: [] },
      ]
      const findings = judgeHidden(revealed)
      return { ...base({ intent: 'programCall', signature: 'memo', fields }), findings, isSide: true }
    }
    case 'unknown':
      return describeUnknown(reading, instruction)
  }
}

/** Native programs with power over stakes, votes and code, which are not parsed here: no simulation shows a change of that power. */
function isNative(program: string): boolean {
  return ['Stake1111', 'Vote111', 'BPFLoader', 'LoaderV4'].some((start) => program.startsWith(start))
}

function describeUnknown(reading: SolanaReading, instruction: Instruction): DescribedInstruction {
  const { programAddress, accounts, data } = instruction
  const name = nameOf(reading, programAddress)
  const hex = `0x${Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')}` as const
  const fields: DescriptionField[] = [
    addressField({ reading, name: 'program', label: 'program', address: programAddress }),
    { name: 'data', label: null, type: 'bytes', value: { kind: 'bytes', hex }, children: [] },
    ...accounts.map(({ key, signer, writable }, index) =>
      addressField({
        reading,
        name: `${index + 1}${signer ? ' signer' : ''}${writable ? ' writable' : ''}`,
        label: null,
        address: addressOf(reading, key),
      }),
    ),
  ]
  // It only checks the outcome, and fails a wrong one.
  const isSide = programAddress === programs.lighthouse
  const isNamed = name !== null || isSide
  // A known program with unknown bytes, whose effect is unknown.
  const isRead = (Object.values<string>(programs).includes(programAddress) && !isSide) || isNative(programAddress)
  const findings: Finding[] = isRead
    ? [{ level: 'warn', code: 'blindData', values: { bytes: String(data.length), address: programAddress } }]
    : isNamed
      ? []
      : [{ level: 'warn', code: 'unknownProgram', values: { address: programAddress } }]
  const target = { address: programAddress, name, notice: null }
  return { ...base({ intent: 'programCall', signature: null, fields }), target, findings, isSide }
}

function base({
  intent,
  signature,
  fields,
}: Pick<DescribedInstruction, 'intent' | 'signature' | 'fields'>): DescribedInstruction {
  return { intent, target: null, signature, fields, findings: [], isSide: false }
}
