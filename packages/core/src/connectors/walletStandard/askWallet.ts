import { toWalletError } from '../toWalletError.ts'

/** Sends a request to a wallet, and converts its errors to coded ones. @throws LatchkeyError */
export async function askWallet(call: () => unknown): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    throw toWalletError(error)
  }
}
