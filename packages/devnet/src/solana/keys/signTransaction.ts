import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type { SolanaSigner } from './deriveSolanaAccount.ts'

/** Signs a transaction at once; the first signer pays. Gives its wire bytes. */
export function signTransaction({
  signers,
  instructions,
  blockhash,
}: {
  signers: readonly [SolanaSigner, ...SolanaSigner[]]
  instructions: readonly Instruction[]
  blockhash: string
}): Uint8Array {
  const [payer] = signers
  const message = appendTransactionMessageInstructions(
    [...instructions],
    setTransactionMessageLifetimeUsingBlockhash(
      { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n },
      setTransactionMessageFeePayer(payer.address, createTransactionMessage({ version: 0 })),
    ),
  )
  const transaction = compileTransaction(message)
  const keys: Record<Address, SolanaSigner> = Object.fromEntries(signers.map((signer) => [signer.address, signer]))
  const signatures = Object.fromEntries(
    Object.keys(transaction.signatures).map((address) => {
      const signer = keys[address as Address]
      if (!signer) throw new Error(`no key signs for ${address}`)
      return [address, signer.sign(new Uint8Array(transaction.messageBytes))]
    }),
  )
  return new Uint8Array(getTransactionEncoder().encode({ ...transaction, signatures } as typeof transaction))
}
