import { programs } from '../address/programs.ts'
import type { Instruction } from '../instructions/Instruction.ts'
import { readTransaction } from '../transaction/readTransaction.ts'
import type { AccountKey } from '../transaction/Transaction.ts'
import type { ReadTransfer, Transfer } from './Transfer.ts'

/**
 * Lighthouse's first two instructions write to its own accounts. All others only compare, and can fail. Source: Jac0xb/lighthouse,
 * `LighthouseInstruction`.
 */
const firstAssertion = 2

/**
 * Parses a plain payment; undefined if the transaction contains anything else. Allowed are:
 * - one transfer that its only signer makes and pays
 * - before it, the creation of the receiver's own associated account
 * - at most one limit and one price of compute units
 * - Lighthouse assertions, which wallets add and which can only make it fail
 *
 * Nothing more: no second signer, no lookup table, no durable nonce, no unneeded account or byte in an instruction.
 *
 * @throws LatchkeyError `malformed_request` if the bytes are no transaction
 * @example readTransfer(signed)?.amount
 */
export function readTransfer(bytes: Uint8Array): ReadTransfer | undefined {
  const { requiredSigners, lookupTables, lifetime, feePayer: from, instructions } = readTransaction(bytes)
  if (requiredSigners.length !== 1 || lookupTables.length > 0 || lifetime.type !== 'blockhash') return undefined

  const limits = instructions.filter((each) => isExactly(each, 'computeBudget', 'setComputeUnitLimit'))
  const prices = instructions.filter((each) => isExactly(each, 'computeBudget', 'setComputeUnitPrice'))
  const assertions = instructions.filter(isAssertion)
  const rest = instructions.filter(
    (each) => !limits.includes(each) && !prices.includes(each) && !assertions.includes(each),
  )
  if (limits.length > 1 || prices.length > 1) return undefined
  const transfer = readPayment(rest, from)
  if (!transfer) return undefined
  const [limit, price] = [limits[0], prices[0]]
  return {
    ...transfer,
    unitLimit: limit?.type === 'setComputeUnitLimit' ? limit.units : undefined,
    unitPrice: price?.type === 'setComputeUnitPrice' ? price.price : undefined,
    assertions: assertions.length,
    blockhash: lifetime.blockhash,
  }
}

function isAssertion({ programAddress, data }: Instruction): boolean {
  return programAddress === programs.lighthouse && (data[0] ?? 0) >= firstAssertion
}

/** Exact numbers of bytes and accounts of each instruction of a payment. */
const shapes: Record<string, readonly [bytes: number, accounts: number]> = {
  'computeBudget setComputeUnitLimit': [5, 0],
  'computeBudget setComputeUnitPrice': [9, 0],
  'system transfer': [12, 2],
  'token transferChecked': [10, 4],
  'token transferCheckedWithFee': [19, 4],
  'associatedToken createIdempotent': [1, 6],
}

function isExactly(instruction: Instruction, program: string, type: string): boolean {
  const [bytes, accounts] = shapes[`${program} ${type}`] ?? []
  return (
    instruction.program === program &&
    instruction.type === type &&
    instruction.data.length === bytes &&
    instruction.accounts.length === accounts
  )
}

function readPayment(instructions: readonly Instruction[], from: string): Transfer | undefined {
  const payment = instructions.at(-1)
  const [making] = instructions.length === 2 ? instructions : []
  if (!payment || instructions.length > 2 || !isExactly(payment, payment.program, payment.type)) return undefined
  if (payment.program === 'system' && payment.type === 'transfer') {
    const { to, lamports } = payment
    if (making || payment.from !== from || typeof to !== 'string') return undefined
    return { from, receiver: to, amount: lamports, token: undefined }
  }
  if (payment.program !== 'token') return undefined
  if (payment.type !== 'transferChecked' && payment.type !== 'transferCheckedWithFee') return undefined
  const { source, mint, destination, authority, amount, decimals, programAddress: program } = payment
  if (authority !== from || ![source, mint, destination].every(isKnown)) return undefined
  const receiver = making && readMaking({ making, from, destination, mint, program })
  if (making && receiver === undefined) return undefined
  return {
    from,
    receiver,
    amount,
    token: {
      mint: String(mint),
      program,
      decimals,
      source: String(source),
      destination: String(destination),
      createsDestination: making !== undefined,
      fee: payment.type === 'transferCheckedWithFee' ? payment.fee : undefined,
    },
  }
}

function isKnown(key: AccountKey): boolean {
  return typeof key === 'string'
}

/** The owner of the created account, if the tokens go there. */
function readMaking({
  making,
  from,
  destination,
  mint,
  program,
}: {
  making: Instruction
  from: string
  destination: AccountKey
  mint: AccountKey
  program: string
}): string | undefined {
  if (making.program !== 'associatedToken' || making.type !== 'createIdempotent') return undefined
  if (!isExactly(making, making.program, making.type) || making.accounts[4]?.key !== programs.system) return undefined
  const fits =
    making.payer === from &&
    making.account === destination &&
    making.mint === mint &&
    making.tokenProgram === program &&
    typeof making.owner === 'string'
  return fits ? String(making.owner) : undefined
}
