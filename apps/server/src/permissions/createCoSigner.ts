import type { EvmAddress } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { and, eq, isNull } from 'drizzle-orm'
import { bytesToHex, hexToBytes } from 'viem'
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts'
import type { Sealed, Sealer } from '../platform/crypto/Sealer.ts'
import type { Database } from '../platform/db/Database.ts'
import { smartSessions } from './schema.ts'

/** The server's keys, one for each permission. */
export type CoSigner = {
  /** Creates the key of a permission. Its private key is stored only sealed. */
  make: (pci: string) => Promise<{ address: EvmAddress; publicKey: `0x${string}`; sealed: Sealed }>
  /** @throws ServiceError `session_revoked` */
  sign: (options: { pci: string; hash: `0x${string}` }) => Promise<`0x${string}`>
}

/** Returns the sealing context of a permission's key. */
export const sessionKeyContext = (pci: string): string => `smart-session:${pci}`

export function createCoSigner({ database, sealer }: { database: Database; sealer: Sealer }): CoSigner {
  return {
    make: async (pci) => {
      const privateKey = generatePrivateKey()
      const { address, publicKey } = privateKeyToAccount(privateKey)
      const sealed = await sealer.seal({ plaintext: hexToBytes(privateKey), context: sessionKeyContext(pci) })
      return { address: address.toLowerCase() as EvmAddress, publicKey, sealed }
    },
    sign: async ({ pci, hash }) => {
      // Read immediately before the signature: after a revocation, the server must sign nothing.
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
