import { nativeSolanaAddress } from '@latchkey/protocol'
import type { OperationType } from '@latchkey/protocol/api'
import { isTokenProgram, programs, wrappedSolMint } from '@latchkey/solana'
import type { NodeTransaction } from '../node/SolanaNode.ts'
import type { Movement } from './movements.ts'

const upgradeableLoader = 'BPFLoaderUpgradeab1e11111111111111111111111'
const stake = 'Stake11111111111111111111111111111111111111'

/** Programs of a plain payment. */
const plain = new Set<string>([
  ...[programs.system, programs.token, programs.token2022, programs.associatedToken],
  ...[programs.computeBudget, programs.memo, programs.memo1, programs.lighthouse],
])

/**
 * Returns the type of a transaction for an account: from its instructions if they are known, else from the movements.
 *
 * @param options.own whether the account signed it
 */
export function operationType({
  transaction: { instructions, failed },
  own,
  movements,
  isNft,
}: {
  transaction: NodeTransaction
  own: boolean
  movements: readonly Movement[]
  isNft: (mint: string) => boolean
}): OperationType {
  const outgoing = movements.filter(({ direction }) => direction === 'out')
  const incoming = movements.filter(({ direction }) => direction === 'in')
  const does = (program: string, ...types: string[]) =>
    own && instructions.some((one) => one.program === program && one.type !== undefined && types.includes(one.type))
  const isPlain = instructions.every(({ program }) => plain.has(program))

  if (movements.length === 0 && own) {
    const approves = instructions.some(
      ({ program, type }) => isTokenProgram(program) && /^(approve|approveChecked|revoke)$/.test(type ?? ''),
    )
    if (approves) return 'approve'
  }
  if (does(upgradeableLoader, 'deployWithMaxDataLen')) return 'deploy'
  if (does(stake, 'delegate')) return 'deposit'
  if (does(stake, 'withdraw')) return 'withdraw'
  if (failed) return outgoing.length > 0 && isPlain ? 'send' : 'execute'
  const isOnly = (list: readonly Movement[], mint: string) => list.length === 1 && list[0]?.mint === mint
  if (isOnly(outgoing, nativeSolanaAddress) && isOnly(incoming, wrappedSolMint)) return 'deposit'
  if (isOnly(outgoing, wrappedSolMint) && isOnly(incoming, nativeSolanaAddress)) return 'withdraw'
  const isMint = incoming.length > 0 && incoming.every(({ other }) => other === undefined)
  // A payment for a new NFT is a mint; a payment for tokens is a trade.
  if (isMint && (outgoing.length === 0 || incoming.some(({ mint }) => isNft(mint)))) return 'mint'
  if (outgoing.length > 0 && incoming.length > 0) return 'trade'
  if (outgoing.length > 0) {
    if (outgoing.every(({ other }) => other === undefined)) return 'burn'
    // Native tokens in a call are a payment to a program, not a transfer.
    return !isPlain && isOnly(outgoing, nativeSolanaAddress) ? 'execute' : 'send'
  }
  if (incoming.length > 0) return 'receive'
  return movements.length > 0 ? 'send' : 'execute'
}
