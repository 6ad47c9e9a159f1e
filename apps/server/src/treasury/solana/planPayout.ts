import { formatUnits, nativeSolanaAddress } from '@latchkey/protocol'
import {
  accountSizeOf,
  associatedTokenAddress,
  isAddress,
  isTokenProgram,
  type Mint,
  programs,
  readMint,
  readTokenAccount,
  type TokenAccount,
  type Transfer,
} from '@latchkey/solana'
import type { NodeAccount } from '../../solana/node/SolanaNode.ts'
import type { PayoutNode } from './PayoutNode.ts'

/** A payout with its accounts, or the reason against it: `refused` permanently, `lacking` until the treasury is funded. */
export type PayoutPlan =
  | {
      transfer: Transfer
      /** The treasury's balance of the asset, base units. */
      owned: bigint
      /** Balance, and spent amount without the network fee; lamports. */
      balance: bigint
      spent: bigint
      /** Rent exemption of the account, in lamports. */
      accountMinimum: bigint
    }
  | { refused: string }
  | { lacking: string }

type Request = {
  from: string
  /** Mint, or `nativeSolanaAddress`. */
  asset: string
  receiver: string
  /** Base units. */
  amount: bigint
}

/**
 * Reads the chain for a payout: the treasury's balances, the type of the receiver, and the token accounts to use or create.
 *
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function planPayout(node: PayoutNode, request: Request): Promise<PayoutPlan> {
  const { from, asset, receiver, amount } = request
  if (!isAddress(receiver)) return { refused: 'The receiver is no address of this network' }
  if (receiver === from) return { refused: 'The receiver is the account that pays' }
  if (amount <= 0n) return { refused: 'There is nothing to pay' }
  const isNative = asset === nativeSolanaAddress
  const [payer, there, mintAccount] = await node.readAccounts({
    addresses: isNative ? [from, receiver] : [from, receiver, asset],
  })
  // The account belongs to another program, so the receiver may be unable to withdraw the amount.
  if (there && there.owner !== programs.system)
    return { refused: 'The receiver is the account of a program, not a wallet' }
  const balance = payer?.lamports ?? 0n
  if (isNative) return planNative(node, { ...request, balance, there })

  const mint = mintAccount && readMint(mintAccount)
  if (!mint) return { refused: 'This token does not exist on this network' }
  const barrier = barrierOf(mint)
  if (barrier) return { refused: barrier }
  return planToken(node, { ...request, balance, mint })
}

async function planNative(
  node: PayoutNode,
  { from, receiver, amount, balance, there }: Request & { balance: bigint; there: NodeAccount | undefined },
): Promise<PayoutPlan> {
  const [accountMinimum = 0n] = await node.readRents([0])
  if ((there?.lamports ?? 0n) + amount < accountMinimum) {
    const least = formatUnits(accountMinimum, 9)
    return { refused: `The receiver has no account on the network yet: the first payment must be ${least} SOL or more` }
  }
  const transfer = { from, receiver, amount, token: undefined }
  return { transfer, owned: balance, balance, spent: amount, accountMinimum }
}

async function planToken(
  node: PayoutNode,
  { from, asset, receiver, amount, balance, mint }: Request & { balance: bigint; mint: Mint },
): Promise<PayoutPlan> {
  const tokenProgram = mint.program
  const [source, destination] = await Promise.all([
    associatedTokenAddress({ owner: from, mint: asset, tokenProgram }),
    associatedTokenAddress({ owner: receiver, mint: asset, tokenProgram }),
  ])
  const [[held, there], [accountMinimum = 0n, rent = 0n]] = await Promise.all([
    node.readAccounts({ addresses: [source, destination] }),
    node.readRents([0, accountSizeOf(mint)]),
  ])
  const own = readOwn(held, { owner: from, mint: asset })
  const owned = own?.state === 'initialized' ? own.amount : 0n
  if (owned < amount) return { lacking: `The treasury has ${owned} of the ${amount} units` }
  const theirs = there && isTokenProgram(there.owner) ? readTokenAccount(there) : undefined
  if (there && isTokenProgram(there.owner)) {
    const barrier = readOwn(there, { owner: receiver, mint: asset })
      ? barrierAt(theirs)
      : "The receiver's account of this token belongs to someone else"
    if (barrier) return { refused: barrier }
  } else if (mint.extensions.defaultState === 'frozen') {
    return { refused: 'The issuer of this token must approve the receiver first' }
  }
  // Lamports that someone sent to the empty address count toward its rent.
  const missing = theirs ? 0n : rent - (there?.lamports ?? 0n)
  const token = {
    ...{ mint: asset, program: tokenProgram, decimals: mint.decimals, source, destination },
    // Created if it is missing by then. If it exists, the instruction changes nothing.
    createsDestination: true,
    fee: undefined,
  }
  return {
    transfer: { from, receiver, amount, token },
    ...{ owned, balance, accountMinimum, spent: missing > 0n ? missing : 0n },
  }
}

function readOwn(
  account: NodeAccount | undefined,
  { owner, mint }: { owner: string; mint: string },
): TokenAccount | undefined {
  const read = account && readTokenAccount(account)
  return read?.owner === owner && read.mint === mint ? read : undefined
}

/** Returns why a token cannot be paid out: the payment would not arrive, or not in full. */
export function barrierOf({ extensions }: Mint): string | undefined {
  if (extensions.transferFee) return 'This token charges a fee on transfers: less than the bought amount would arrive'
  if (extensions.transferHook) return 'This token may run a program with every transfer, which is not supported'
  if (extensions.nonTransferable) return 'This token cannot be transferred'
  if (extensions.pausable?.paused) return 'The issuer of this token has paused all transfers'
  return undefined
}

function barrierAt(account: TokenAccount | undefined): string | undefined {
  if (account?.state === 'frozen') return "The issuer of this token has frozen the receiver's account"
  if (account?.extensions.requiresMemo) return "The receiver's account takes payments with a memo only"
  return undefined
}
