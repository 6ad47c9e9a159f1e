import type { EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { and, eq, isNull } from 'drizzle-orm'
import { bytesToHex, hexToBytes } from 'viem'
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts'
import type { Sealed, Sealer } from '../platform/crypto/Sealer.ts'
import type { Database } from '../platform/db/Database.ts'
import { smartSessions } from './schema.ts'

/** The server's own keys, one for each session. */
export type CoSigner = {
  /** Makes the key of a session; its private half exists sealed alone. */
  make: (pci: string) => Promise<{ address: EvmAddress; publicKey: `0x${string}`; sealed: Sealed }>
  /** @throws ServiceError `session_revoked` */
  sign: (options: { pci: string; hash: `0x${string}` }) => Promise<`0x${string}`>
}

/** Where the sealed key of a session belongs. */
export const sessionKeyContext = (pci: string): string => `smart-session:${pci}`

/** Creates what makes and uses the server's keys. */
export function createCoSigner({ database, sealer }: { database: Database; sealer: Sealer }): CoSigner {
  return {
    make: async (pci) => {
      const privateKey = generatePrivateKey()
      const { address, publicKey } = privateKeyToAccount(privateKey)
      const sealed = await sealer.seal({ plaintext: hexToBytes(privateKey), context: sessionKeyContext(pci) })
      return { address: address.toLowerCase() as EvmAddress, publicKey, sealed }
    },
    sign: async ({ pci, hash }) => {
      // Read at this moment: whoever revoked a session a moment ago has the promise that nothing is signed any more.
      const [row] = await database
        .select({ box: smartSessions.sealedKey, kekId: smartSessions.keyKekId })
        .from(smartSessions)
        .where(and(eq(smartSessions.pci, pci), isNull(smartSessions.revokedAt)))
      if (!row?.box || !row.kekId) throw new ServiceError('session_revoked')
      const privateKey = await sealer.open({
        sealed: { box: row.box, kekId: row.kekId },
        context: sessionKeyContext(pci),
      })
      return sign({ hash, privateKey: bytesToHex(privateKey), to: 'hex' })
    },
  }
}
