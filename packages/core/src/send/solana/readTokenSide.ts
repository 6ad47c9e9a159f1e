import { ServiceError } from '@latchkey/protocol/errors'
import {
  accountSizeOf,
  associatedTokenAddress,
  type Mint,
  programs,
  readMint,
  readTokenAccount,
  type TokenAccount,
} from '@latchkey/solana'
import type { SolanaAccount, SolanaNode } from '../../chains/solana/createSolanaNode.ts'

/** An account of the sender from which the token can be sent. */
export type TokenSource = { address: string; amount: bigint }

/** The sender's side of a token payment, as read from the network. */
export type SenderSide = {
  mint: Mint
  /** Accounts with a balance that are not frozen, the largest first. */
  sources: readonly TokenSource[]
  /** Base units in all of them. */
  total: bigint
  /** The issuer has frozen some of the sender's accounts, which are not in `sources`. */
  isPartlyFrozen: boolean
}

/** The destination of the tokens. */
export type ReceiverSide = {
  destination: string
  createsAccount: boolean
  /** Lamports that its creation costs. */
  rent: bigint
}

/**
 * Reads the mint and the sender's accounts of a token. There may be several, and a payment comes from one.
 * @throws ServiceError `simulation_failed` if the mint does not exist, or its decimals differ from the balances
 */
export async function readSenderSide({
  node,
  owner,
  mint: address,
  decimals,
}: {
  node: SolanaNode
  owner: string
  mint: string
  /** From the balances. */
  decimals: number
}): Promise<SenderSide> {
  const [[account], held] = await Promise.all([node.accounts([address]), node.tokenAccounts({ owner, mint: address })])
  const mint = account && readMint(account)
  if (!mint) throw new ServiceError('simulation_failed', { details: 'This mint does not exist on this network' })
  if (mint.decimals !== decimals)
    throw new ServiceError('simulation_failed', {
      details: `The token has ${mint.decimals} decimals, the balances list ${decimals}`,
    })
  const own = held.flatMap((each) => {
    const read = readTokenAccount(each.account)
    return read && read.mint === address && read.owner === owner && read.program === mint.program
      ? [{ address: each.address, amount: read.amount, isFrozen: read.state === 'frozen' }]
      : []
  })
  const sources = own
    .filter(({ amount, isFrozen }) => amount > 0n && !isFrozen)
    .sort((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))
  return {
    mint,
    sources,
    total: sources.reduce((sum, { amount }) => sum + amount, 0n),
    isPartlyFrozen: own.some(({ amount, isFrozen }) => isFrozen && amount > 0n),
  }
}

/** Returns the associated account if it has enough, else the largest one with enough; undefined if no single account has enough. */
export async function chooseSource({
  side: { mint, sources },
  owner,
  address,
  amount,
}: {
  side: SenderSide
  owner: string
  /** Of the mint. */
  address: string
  amount: bigint
}): Promise<TokenSource | undefined> {
  const enough = sources.filter((source) => source.amount >= amount)
  const usual = await associatedTokenAddress({ owner, mint: address, tokenProgram: mint.program })
  return enough.find((source) => source.address === usual) ?? enough[0]
}

/**
 * Returns the destination of the tokens: the typed token account, or the receiver's associated one, which is created if missing.
 * @throws ServiceError `token_refuses_transfer`
 */
export async function readReceiverSide({
  node,
  receiver,
  tokenAccount,
  address,
  mint,
}: {
  node: SolanaNode
  receiver: string
  /** The account at `receiver`, if it is one of this token. */
  tokenAccount: TokenAccount | undefined
  /** Of the mint. */
  address: string
  mint: Mint
}): Promise<ReceiverSide> {
  const destination = tokenAccount
    ? receiver
    : await associatedTokenAddress({ owner: receiver, mint: address, tokenProgram: mint.program })
  const [[account], rent] = await Promise.all([
    tokenAccount ? [undefined] : node.accounts([destination]),
    node.rentOf(accountSizeOf(mint)),
  ])
  const there = tokenAccount ?? (account && readThere(account, { owner: receiver, mint: address }))
  checkTransferable({ mint, destination: there })
  if (there) return { destination, createsAccount: false, rent: 0n }
  // Lamports at the empty address count towards its rent.
  const missing = rent - (account?.lamports ?? 0n)
  return { destination, createsAccount: true, rent: missing > 0n ? missing : 0n }
}

function readThere(account: SolanaAccount, { owner, mint }: { owner: string; mint: string }): TokenAccount | undefined {
  if (account.owner === programs.system) return undefined
  const read = readTokenAccount(account)
  // The owner of a token account can change. A payment would then reach another person.
  if (read?.owner !== owner || read.mint !== mint)
    throw refuses("The receiver's account of this token now belongs to someone else")
  return read
}

/** Refuses transfers that Token-2022 would refuse, with the reason. */
function checkTransferable({
  mint: { extensions },
  destination,
}: {
  mint: Mint
  destination: TokenAccount | undefined
}): void {
  if (extensions.nonTransferable) throw refuses('This token cannot be transferred')
  if (extensions.pausable?.paused) throw refuses('The issuer of this token has paused all transfers')
  if (extensions.transferHook?.program)
    throw refuses('This token runs a program with every transfer, which is not supported')
  if (!destination && extensions.defaultState === 'frozen')
    throw refuses('The issuer of this token must approve the receiver first')
  if (destination?.state === 'frozen') throw refuses("The issuer of this token has frozen the receiver's account")
  if (destination?.extensions.requiresMemo) throw refuses("The receiver's account takes payments with a memo only")
}

/** Creates the error for a token that does not allow a payment. */
export function refuses(message: string): ServiceError {
  return new ServiceError('token_refuses_transfer', { message })
}
