import type { PairedRefusal } from '@latchkey/testkit'
import { readPeer } from './readPeer.ts'

/** Explains an automatic refusal of the wallet in a sentence. Reasons: WalletConnect error codes, EIP-1193. */
export function refusalText({ peer, method, reason: { code, message } }: PairedRefusal): string {
  const { host, name } = readPeer(peer)
  const what =
    code === 5100 || code === 5104
      ? 'for a network that this phone does not have'
      : code === 5103 || code === 4100
        ? 'for an account that it may not use'
        : code === 5101 || code === 3001 || code === 4200
          ? `for something that this phone does not do (${method})`
          : `and was refused: ${message}`
  return `${host ?? name} asked ${what}. The phone declined it automatically.`
}
