import type { Name } from '@latchkey/protocol/api'
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
import { addressUnder, isEvmCoinType, toName } from './nameRecords.ts'
import { createNameReader, deleteMessages } from './nameStore.ts'

/** Milliseconds between two deletions of expired messages. */
const sweepInterval = 10 * 60 * 1000

/** Creates the registry of this server's zone in the database. Publishes changes on the bus. */
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
      log.warn({ err: error }, 'Failed to publish a name change, other processes see it when their caches expire')
    })
    return name
  }

  const timer = setInterval(() => {
    deleteMessages(database, { before: new Date(clock.now()) }).catch((error: unknown) =>
      log.warn({ err: error }, 'Deleting expired name messages failed'),
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
      const row = await reader.primary({ address, zone, coinType, isEvm: isEvmCoinType(coinType) })
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
