import { sealedTables as auth } from '../auth/sealedTables.ts'
import { sealedTables as emailChange } from '../emailChange/sealedTables.ts'
import { sealedTables as mail } from '../mail/sealedTables.ts'
import { sealedTables as permissions } from '../permissions/sealedTables.ts'
import type { SealedTable } from '../platform/crypto/SealedTable.ts'
import { sealedTables as sealing } from '../sealing/sealedTables.ts'
import { sealedTables as signingKeys } from '../signingKeys/sealedTables.ts'
import { sealedTables as social } from '../social/sealedTables.ts'
import { sealedTables as vaults } from '../vaults/sealedTables.ts'

/** All tables with sealed columns. A test compares them with the schema. The root comes first, because everything else can be recreated. */
export const allSealedTables: readonly SealedTable[] = [
  ...sealing,
  ...signingKeys,
  ...vaults,
  ...auth,
  ...emailChange,
  ...social,
  ...mail,
  ...permissions,
]
