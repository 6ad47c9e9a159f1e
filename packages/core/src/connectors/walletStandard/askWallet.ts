import { toWalletError } from '../toWalletError.ts'

/** Asks a wallet; whatever it throws becomes a coded error. @throws LatchkeyError */
export async function askWallet(call: () => unknown): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    throw toWalletError(error)
  }
}
