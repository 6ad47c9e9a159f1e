import { type EvmAddress, etherCoinType, evmCoinTypeFlag, readCoinType } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'
import { getAddress } from 'viem'
import type { NamesConfig } from '../../platform/config/namesConfig.ts'
import type { Context } from '../../platform/context.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import { type ChangedName, createNameChanges } from './createNameChanges.ts'
import { createNameLimits } from './createNameLimits.ts'
import { createSignerCheck } from './createSignerCheck.ts'
import { createLabelJudge } from './judgeLabel.ts'
import { labelSkeleton } from './labelSkeleton.ts'
import type { NameRegistry } from './NameRegistry.ts'
import { type NameNews, nameChannel } from './nameNews.ts'
import { createNameReader, deleteMessages, type NameRow } from './nameStore.ts'

/** Milliseconds between two times at which used messages are forgotten. */
const sweepInterval = 10 * 60 * 1000

/** Creates the registry of the names of this server's own zone, in the database. What changes is told on the bus. */
export function createNameRegistry({
  context,
  config,
  rpc,
}: {
  context: Pick<Context, 'bus' | 'clock' | 'config' | 'database' | 'kv' | 'log' | 'shutdown'>
  config: NamesConfig
  rpc: RpcService
}): NameRegistry {
  const { bus, clock, database, log, shutdown } = context
  const { zone } = config
  const reader = createNameReader(database)
  const judge = createLabelJudge(config)
  const limits = createNameLimits({ context, limits: config.limits })
  const check = createSignerCheck({ context, rpc, limits })
  const isOwn = (name: string) => name.endsWith(`.${zone}`)
  const read = async (name: string) => (isOwn(name) ? reader.byName(name) : undefined)
  const changes = createNameChanges({ context, config, limits, check, read })

  const tell = async (changed: Promise<ChangedName>): Promise<Name> => {
    const { row, before } = await changed
    const name = toName(row)
    const addresses = [...new Set([...before, ...row.addresses.map(({ address }) => address)])]
    await bus.publish(nameChannel, JSON.stringify({ name, addresses } satisfies NameNews)).catch((error: unknown) => {
      log.warn({ err: error }, 'A changed name could not be told of: what others remember of it grows old by itself')
    })
    return name
  }

  const timer = setInterval(() => {
    deleteMessages(database, { before: new Date(clock.now()) }).catch((error: unknown) =>
      log.warn({ err: error }, 'Used messages about names could not be forgotten'),
    )
  }, sweepInterval)
  timer.unref()
  shutdown.add('names', async () => clearInterval(timer))

  return {
    zone,
    read: async ({ name }) => {
      const row = await read(name)
      return row && toName(row)
    },
    list: async ({ address }) => (await reader.byAddress({ address, zone })).map(toName),
    addressOf: async ({ name, coinType }) => {
      const row = await read(name)
      return row && addressUnder(row, coinType)
    },
    primaryOf: async ({ address, coinType }) => {
      const rows = await reader.byAddress({ address, zone })
      const row = rows.find((one) => addressUnder(one, coinType)?.toLowerCase() === address.toLowerCase())
      return row && toName(row)
    },
    unavailable: async ({ labels }) => {
      const skeletons = new Map(
        labels.filter((label) => judge(label) === undefined).map((label) => [label, `${labelSkeleton(label)}.${zone}`]),
      )
      const taken = skeletons.size > 0 ? await reader.takenSkeletons([...skeletons.values()]) : undefined
      return new Set(
        labels.filter((label) => {
          const skeleton = skeletons.get(label)
          return skeleton === undefined || taken?.has(skeleton)
        }),
      )
    },
    register: (options) => tell(changes.register(options)),
    setAttributes: (options) => tell(changes.setAttributes(options)),
    setAddress: (options) => tell(changes.setAddress(options)),
  }
}

function toName({ name, registeredAt, updatedAt, attributes, addresses }: NameRow): Name {
  return {
    name,
    registered_at: registeredAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    attributes,
    addresses: Object.fromEntries(
      addresses.map(({ coinType, address, createdAt }) => [
        String(coinType),
        { address: getAddress(address), created_at: createdAt.toISOString() },
      ]),
    ),
  }
}

/** Whom a name stands for under a coin type; that of no chain in particular (ENSIP-19) is any account that is the same on all. */
function addressUnder({ addresses }: NameRow, coinType: number): EvmAddress | undefined {
  const own = addresses.find((record) => record.coinType === coinType)
  if (own) return getAddress(own.address)
  if (coinType !== evmCoinTypeFlag && readCoinType(coinType)?.coinType !== coinType) return undefined
  const everywhere = addresses.filter(({ proof }) => proof === 'key')
  const [oldest] = everywhere.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const found = everywhere.find((record) => record.coinType === etherCoinType) ?? oldest
  return found && getAddress(found.address)
}
