import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as audit from '../audit/schema.ts'
import * as auth from '../auth/schema.ts'
import * as bundler from '../bundler/schema.ts'
import * as chains from '../chains/schema.ts'
import * as handovers from '../deviceTransfers/schema.ts'
import * as embeddedOwners from '../embeddedOwners/schema.ts'
import * as mail from '../mail/schema.ts'
import * as markets from '../markets/schema.ts'
import * as me from '../me/schema.ts'
import * as names from '../names/registry/schema.ts'
import * as newWallets from '../newWallets/schema.ts'
import * as onramp from '../onramp/schema.ts'
import * as passkeys from '../passkeys/schema.ts'
import * as paymaster from '../paymaster/schema.ts'
import * as permissions from '../permissions/schema.ts'
import * as prices from '../prices/schema.ts'
import * as relay from '../relay/store/schema.ts'
import * as sealing from '../sealing/schema.ts'
import * as signingKeys from '../signingKeys/schema.ts'
import * as siwx from '../siwx/schema.ts'
import * as social from '../social/schema.ts'
import * as telemetry from '../telemetry/schema.ts'
import * as tokens from '../tokens/schema.ts'
import * as treasury from '../treasury/schema.ts'
import * as vaults from '../vaults/schema.ts'

/** Process that owns the rows of a table: the wallet's, the API's, or both. */
export type TableOwner = 'wallet' | 'api' | 'both'

const schemas: readonly [TableOwner, readonly object[]][] = [
  ['wallet', [audit, auth, handovers, mail, newWallets, passkeys, sealing, social, vaults]],
  ['api', [markets, me, names, onramp, relay, siwx, telemetry, treasury]],
  // The wallet's pages read balances, and submit operations of smart accounts.
  ['both', [bundler, chains, embeddedOwners, paymaster, prices, permissions, signingKeys, tokens]],
]

/** All tables of the server, with their owners. A test fails if a schema is missing here. */
export const tableOwners: readonly { table: PgTable; name: string; owner: TableOwner }[] = schemas.flatMap(
  ([owner, modules]) =>
    modules.flatMap((module) =>
      Object.values(module)
        .filter((value): value is PgTable => value instanceof PgTable)
        .map((table) => ({ table, name: getTableConfig(table).name, owner })),
    ),
)
