import { nativeSolanaAddress } from '@latchkey/protocol'
import { isTokenProgram, programs, wrappedSolMint } from '@latchkey/solana'
import { readWhole } from '../../rpc/exactJson.ts'
import type { NodeInstruction, NodeTransaction } from '../node/SolanaNode.ts'
import { isSignedBy } from './isSignedBy.ts'

/** Movement of one asset for an account. Amounts are in base units, above zero. `other` is undefined for mints and burns. */
export type Movement = {
  /** `nativeSolanaAddress` for SOL. */
  mint: string
  direction: 'in' | 'out' | 'self'
  amount: bigint
  other: string | undefined
  decimals: number | undefined
}

/**
 * Reads the movements of a transaction for an account, from its balances before and after. The fee is left out, and so is the
 * rent of accounts that were opened or closed, which is returned. For a failed transaction, reads the attempted payments.
 */
export function readMovements(transaction: NodeTransaction, account: string): Movement[] {
  if (transaction.failed) return readPayments(transaction, account)
  const tokens = tokenChanges(transaction)
  const moved = [...readTokens(tokens, account), ...readCoin(transaction, tokens, account)]
  return moved.length > 0 ? moved : readToSelf(transaction, account)
}

type TokenChanges = ReadonlyMap<number, TokenChange>
type TokenChange = { mint: string; owner: string | undefined; change: bigint; decimals: number }

/** Changes by index of the transaction's account. Accounts without tokens are left out. */
function tokenChanges({ tokensBefore, tokensAfter }: NodeTransaction): TokenChanges {
  const changes = new Map<number, TokenChange>()
  for (const { index, mint, owner, amount, decimals } of tokensAfter)
    changes.set(index, { mint, owner, decimals, change: amount })
  for (const { index, mint, owner, amount, decimals } of tokensBefore) {
    const after = changes.get(index)
    changes.set(index, { mint, decimals, owner: after?.owner ?? owner, change: (after?.change ?? 0n) - amount })
  }
  return changes
}

function readTokens(tokens: TokenChanges, account: string): Movement[] {
  const byMint = new Map<string, Map<string | undefined, bigint>>()
  const decimals = new Map<string, number>()
  for (const { mint, owner, change, decimals: places } of tokens.values()) {
    const owners = byMint.get(mint) ?? new Map<string | undefined, bigint>()
    owners.set(owner, (owners.get(owner) ?? 0n) + change)
    byMint.set(mint, owners)
    decimals.set(mint, places)
  }
  return [...byMint].flatMap(([mint, owners]): Movement[] => {
    const own = owners.get(account) ?? 0n
    if (own === 0n) return []
    return [{ mint, ...toMovement(own, owners, account), decimals: decimals.get(mint) }]
  })
}

function readCoin(transaction: NodeTransaction, tokens: TokenChanges, account: string): Movement[] {
  const { accounts, before, after, fee } = transaction
  const owners = new Map<string | undefined, bigint>()
  /** Rent of token accounts: the account's own ones, and those that were opened for others. */
  const rent = { own: 0n, others: 0n }
  for (const [index, { address }] of accounts.entries()) {
    const change = (after[index] ?? 0n) - (before[index] ?? 0n)
    const token = tokens.get(index)
    if (!token) {
      owners.set(address, (owners.get(address) ?? 0n) + change)
      continue
    }
    // Wrapped SOL counts as a token. The rest of its lamports is rent, like in every token account.
    const deposit = token.mint === wrappedSolMint ? change - token.change : change
    if (token.owner === account) rent.own += deposit
    else if (before[index] === 0n) rent.others += deposit
  }
  // The first account pays the fee.
  const isPayer = accounts[0]?.address === account
  const plain = (owners.get(account) ?? 0n) + (isPayer ? fee : 0n)
  const returned = rent.own + (isSignedBy(transaction, account) ? rent.others : 0n)
  const own = withoutRent(plain, returned)
  if (own === 0n) return []
  return [{ mint: nativeSolanaAddress, ...toMovement(own, owners, account), decimals: undefined }]
}

/** Removes the rent from a change in lamports, as far as it explains the change. */
function withoutRent(plain: bigint, rent: bigint): bigint {
  if (plain < 0n && rent > 0n) return plain + rent > 0n ? 0n : plain + rent
  if (plain > 0n && rent < 0n) return plain + rent < 0n ? 0n : plain + rent
  return plain
}

/** The other side is the owner with the largest opposite change. */
function toMovement(
  own: bigint,
  owners: ReadonlyMap<string | undefined, bigint>,
  account: string,
): Pick<Movement, 'direction' | 'amount' | 'other'> {
  let other: string | undefined
  let most = 0n
  for (const [owner, change] of owners) {
    const size = own > 0n ? -change : change
    if (owner === undefined || owner === account || size <= most) continue
    other = owner
    most = size
  }
  return { direction: own > 0n ? 'in' : 'out', amount: own > 0n ? own : -own, other }
}

/** Reads the payments from and to the account out of the transaction's instructions. */
function readPayments(
  { accounts, instructions, tokensBefore, tokensAfter }: NodeTransaction,
  account: string,
): Movement[] {
  const holders = new Map(
    [...tokensBefore, ...tokensAfter].map(({ index, ...rest }) => [accounts[index]?.address, rest] as const),
  )
  return instructions.flatMap(({ program, type, info }): Movement[] => {
    if (program === programs.system && type === 'transfer' && info.source === account) {
      const amount = readWhole(info.lamports)
      const to = toText(info.destination)
      if (amount === undefined || !to) return []
      return [{ mint: nativeSolanaAddress, direction: 'out', amount, other: to, decimals: undefined }]
    }
    if (!isTokenTransfer({ program, type })) return []
    const source = holders.get(toText(info.source))
    const isOwn = source ? source.owner === account : info.authority === account
    const target = holders.get(toText(info.destination))
    const checked = info.tokenAmount as { amount?: unknown; decimals?: unknown } | undefined
    const amount = readWhole(checked?.amount ?? info.amount)
    const mint = toText(info.mint) ?? source?.mint ?? target?.mint
    if (!isOwn || amount === undefined || !mint) return []
    const decimals = typeof checked?.decimals === 'number' ? checked.decimals : (source ?? target)?.decimals
    return [{ mint, direction: 'out', amount, other: target?.owner, decimals }]
  })
}

/** A payment to oneself changes no balance, but it is shown. */
function readToSelf(transaction: NodeTransaction, account: string): Movement[] {
  return readPayments(transaction, account).flatMap((movement) =>
    movement.other === account && movement.amount > 0n ? [{ ...movement, direction: 'self' as const }] : [],
  )
}

function isTokenTransfer({ program, type }: Pick<NodeInstruction, 'program' | 'type'>): boolean {
  return (
    isTokenProgram(program) && (type === 'transfer' || type === 'transferChecked' || type === 'transferCheckedWithFee')
  )
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
