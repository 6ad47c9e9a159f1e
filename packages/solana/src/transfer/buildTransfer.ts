import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { getCreateAssociatedTokenIdempotentInstruction, getTransferCheckedInstruction } from '@solana-program/token'
import { programs } from '../address/programs.ts'
import { assertTransfer } from './assertTransfer.ts'
import type { ComputeBudget, TokenTransfer, Transfer } from './Transfer.ts'

/**
 * Builds the transaction of a plain payment: version 0, unsigned, in its wire format. Parses it again before returning it.
 *
 * SOL uses the system program. A token uses TransferChecked, which names mint and decimals, or TransferCheckedWithFee if the mint
 * withholds a fee: if the fee has risen, the payment fails without taking anything. The receiver's account is created idempotently, so
 * that an existing one is used.
 *
 * @throws LatchkeyError `send_failed` if the result differs
 * @example
 * const wire = buildTransfer({
 *   transfer: { from, receiver, amount: 1_000_000n, token: undefined },
 *   blockhash,
 *   budget: { unitLimit: 450, unitPrice: 1_000n },
 * })
 */
export function buildTransfer({
  transfer,
  blockhash,
  budget,
}: {
  transfer: Transfer
  blockhash: string
  budget: ComputeBudget
}): Uint8Array {
  const from = transfer.from as Address
  const instructions = [...budgetInstructions(budget), ...transferInstructions(transfer)]
  const empty = setTransactionMessageFeePayer(from, createTransactionMessage({ version: 0 }))
  // The bytes do not contain the height until which it is valid.
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }
  const message = appendTransactionMessageInstructions(
    instructions,
    setTransactionMessageLifetimeUsingBlockhash(lifetime, empty),
  )
  const transaction = new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
  assertTransfer({ transaction, transfer, budget })
  return transaction
}

/** Source: `ComputeBudgetInstruction` of solana-compute-budget-interface. */
function budgetInstructions({ unitLimit, unitPrice }: ComputeBudget): Instruction[] {
  const programAddress = programs.computeBudget as Address
  const write = (length: number, kind: number, set: (view: DataView) => void) => {
    const data = new Uint8Array(length)
    data[0] = kind
    set(new DataView(data.buffer))
    return { programAddress, data }
  }
  return [
    ...(unitLimit === undefined ? [] : [write(5, 2, (view) => view.setUint32(1, unitLimit, true))]),
    ...(unitPrice === undefined ? [] : [write(9, 3, (view) => view.setBigUint64(1, unitPrice, true))]),
  ]
}

function transferInstructions({ from, receiver, amount, token }: Transfer): Instruction[] {
  const payer = createNoopSigner(from as Address)
  if (!token)
    return [getTransferSolInstruction({ source: payer, destination: receiver as Address, amount }) as Instruction]
  const { createsDestination, destination, mint, program } = token
  const makes = createsDestination
    ? [
        getCreateAssociatedTokenIdempotentInstruction({
          payer,
          ata: destination as Address,
          owner: receiver as Address,
          mint: mint as Address,
          tokenProgram: program as Address,
        }) as Instruction,
      ]
    : []
  return [...makes, tokenInstruction({ from, amount, token })]
}

function tokenInstruction({
  from,
  amount,
  token: { source, mint, destination, decimals, program, fee },
}: {
  from: string
  amount: bigint
  token: TokenTransfer
}): Instruction {
  if (fee === undefined)
    return getTransferCheckedInstruction(
      {
        source: source as Address,
        mint: mint as Address,
        destination: destination as Address,
        authority: createNoopSigner(from as Address),
        amount,
        decimals,
      },
      { programAddress: program as Address },
    ) as Instruction
  // Source: `TransferFeeInstruction::TransferCheckedWithFee` of spl-token-2022-interface: 26, 1, amount, decimals, fee.
  const data = new Uint8Array(19)
  const view = new DataView(data.buffer)
  data.set([26, 1])
  view.setBigUint64(2, amount, true)
  data[10] = decimals
  view.setBigUint64(11, fee, true)
  return {
    programAddress: program as Address,
    accounts: [
      { address: source as Address, role: AccountRole.WRITABLE },
      { address: mint as Address, role: AccountRole.READONLY },
      { address: destination as Address, role: AccountRole.WRITABLE },
      { address: from as Address, role: AccountRole.READONLY_SIGNER },
    ],
    data,
  }
}
