export { associatedTokenAddress } from '../address/associatedTokenAddress.ts'
export { isAddress } from '../address/isAddress.ts'
export { isOnCurve } from '../address/isOnCurve.ts'
export { isTokenProgram, programs, type TokenProgram, wrappedSolMint } from '../address/programs.ts'
export type {
  AssociatedTokenInstruction,
  ComputeBudgetInstruction,
  Instruction,
  SystemInstruction,
  TokenAuthority,
  TokenInstruction,
} from '../instructions/Instruction.ts'
export { readInstruction } from '../instructions/readInstruction.ts'
export { signaturesOf, type TransactionSignature, transactionId } from '../signing/signaturesOf.ts'
export { signMessage } from '../signing/signMessage.ts'
export { signTransaction } from '../signing/signTransaction.ts'
export { verifySignature } from '../signing/verifySignature.ts'
export { accountSizeOf } from '../tokens/accountSizeOf.ts'
export type {
  Mint,
  MintExtensions,
  TokenAccount,
  TokenAccountExtensions,
  TransferFee,
  TransferFeeConfig,
} from '../tokens/Mint.ts'
export { type ChainAccount, readMint, readTokenAccount } from '../tokens/readMint.ts'
export { transferFeeOf } from '../tokens/transferFeeOf.ts'
export { isTransactionMessage } from '../transaction/isTransactionMessage.ts'
export { readMessage } from '../transaction/readMessage.ts'
export { largestTransaction, readTransaction } from '../transaction/readTransaction.ts'
export type {
  AccountKey,
  AccountMeta,
  Lifetime,
  LookedUpAccount,
  Transaction,
  TransactionMessage,
} from '../transaction/Transaction.ts'
export { assertTransfer, priorityFeeOf } from '../transfer/assertTransfer.ts'
export { buildTransfer } from '../transfer/buildTransfer.ts'
export { readTransfer } from '../transfer/readTransfer.ts'
export type { ComputeBudget, ReadTransfer, TokenTransfer, Transfer } from '../transfer/Transfer.ts'
