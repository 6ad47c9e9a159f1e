import { address, type Instruction } from '@solana/kit'

/** A note in a transaction. Source: SPL Memo. */
export function memo({ text }: { text: string }): Instruction {
  return {
    programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    data: new TextEncoder().encode(text),
  }
}
